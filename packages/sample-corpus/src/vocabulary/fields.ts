/** A line of business: what its companies make, for whom, and what they call themselves. */
export interface Field {
  industries: readonly string[];
  /** Follow an invented word in a company's name. */
  nameEndings: readonly string[];
  /** Noun phrases that read well after "launches", "for its" and "maker of". */
  products: readonly string[];
  /** Who buys it, in the plural. */
  customers: readonly string[];
  /** What its research and its grants are about. */
  topics: readonly string[];
}

export const fields: readonly Field[] = [
  {
    industries: ['Climate Tech', 'Energy'],
    nameEndings: ['Energy', 'Power', 'Tidal', 'Grid', 'Climate'],
    products: ['tidal turbines', 'grid-scale batteries', 'heat pump retrofits', 'rooftop solar leases', 'methane sensors', 'EV charging depots', 'green ammonia', 'carbon accounting software'],
    customers: ['utilities', 'housing associations', 'shipping ports', 'island grids', 'municipalities'],
    topics: ['long-duration energy storage', 'wave power in cold water', 'recycling of turbine blades', 'demand response for small towns'],
  },
  {
    industries: ['Biotechnology', 'Healthcare'],
    nameEndings: ['Bio', 'Therapeutics', 'Genomics', 'Life Sciences'],
    products: ['cell therapy platform', 'allergy diagnostics', 'gene sequencing kits', 'enzyme foundry', 'antibody discovery engine', 'wearable glucose monitors'],
    customers: ['hospitals', 'research institutes', 'pharmacies', 'clinical laboratories'],
    topics: ['rare diseases of the inner ear', 'enzymes that digest plastic', 'early detection of sepsis', 'heat-stable vaccines'],
  },
  {
    industries: ['Financial Services', 'Fintech'],
    nameEndings: ['Pay', 'Bank', 'Ledger', 'Finance', 'Insurance'],
    products: ['instant payroll', 'cross-border payments', 'fraud detection', 'open banking API', 'parametric crop insurance', 'invoice financing', 'savings pots'],
    customers: ['freelancers', 'corner shops', 'credit unions', 'exporters', 'marketplaces'],
    topics: ['fraud rings in instant payments', 'credit scoring without history', 'settlement in under a second'],
  },
  {
    industries: ['Artificial Intelligence', 'Software'],
    nameEndings: ['AI', 'Intelligence', 'Labs', 'Minds'],
    products: ['document understanding API', 'meeting assistant', 'code review agent', 'speech models for small languages', 'vision models for factories', 'evaluation toolkit'],
    customers: ['law firms', 'call centres', 'newsrooms', 'software teams', 'public libraries'],
    topics: ['small language models', 'machine translation of dialects', 'explainable vision models', 'energy use of inference'],
  },
  {
    industries: ['Cybersecurity', 'Software'],
    nameEndings: ['Security', 'Shield', 'Cipher', 'Trust'],
    products: ['passwordless sign-in', 'zero trust gateway', 'post-quantum VPN', 'ransomware recovery service', 'secrets scanner', 'supply chain scanner'],
    customers: ['hospitals', 'city councils', 'banks', 'schools', 'open source foundations'],
    topics: ['post-quantum key exchange', 'memory-safe firmware', 'attacks on build pipelines'],
  },
  {
    industries: ['Logistics', 'Transportation'],
    nameEndings: ['Freight', 'Logistics', 'Cargo', 'Routes'],
    products: ['cargo bike fleet', 'warehouse robots', 'freight marketplace', 'cold chain tracking', 'last-mile lockers', 'customs software'],
    customers: ['grocers', 'florists', 'furniture makers', 'pharmacies', 'small importers'],
    topics: ['electric trucks on mountain routes', 'reusable packaging', 'autonomous yard tractors'],
  },
  {
    industries: ['Robotics', 'Manufacturing'],
    nameEndings: ['Robotics', 'Automation', 'Works', 'Machines'],
    products: ['picking robots', 'welding cobots', 'inspection drones', 'modular conveyor', 'robot gripper', 'C++ motion planner'],
    customers: ['bakeries', 'foundries', 'shipyards', 'bicycle makers', 'recycling plants'],
    topics: ['soft grippers for fruit', 'safe motion around people', 'self-calibrating joints'],
  },
  {
    industries: ['Food and Beverage', 'Consumer Goods'],
    nameEndings: ['Foods', 'Kitchen', 'Brewery', 'Bakery'],
    products: ['oat-based ice cream', 'fermented snacks', 'alcohol-free cider', 'precision-fermented cheese', 'meal kits', 'seaweed crisps'],
    customers: ['supermarkets', 'school canteens', 'airlines', 'cafés'],
    topics: ['proteins from seaweed', 'shelf life without preservatives', 'rye that needs less water'],
  },
  {
    industries: ['Agriculture', 'Climate Tech'],
    nameEndings: ['Farms', 'Agri', 'Orchards', 'Soil'],
    products: ['vertical farms', 'soil carbon probes', 'orchard robots', 'irrigation software', 'insect feed', 'pollination drones'],
    customers: ['vineyards', 'dairy cooperatives', 'rice growers', 'greenhouse operators'],
    topics: ['drought-tolerant beans', 'soil carbon measurement', 'biological pest control'],
  },
  {
    industries: ['Education', 'Software'],
    nameEndings: ['Academy', 'Learning', 'Classroom', 'Tutors'],
    products: ['reading tutor', 'apprenticeship platform', 'virtual chemistry lab', 'timetable planner', 'maths game'],
    customers: ['primary schools', 'vocational colleges', 'universities', 'employers'],
    topics: ['dyslexia-friendly typography', 'teaching fractions with games', 'credentials for refugees'],
  },
  {
    industries: ['Aerospace', 'Hardware'],
    nameEndings: ['Aerospace', 'Orbital', 'Balloons', 'Propulsion'],
    products: ['microsatellites', 'stratospheric balloons', 'electric seaplanes', 'ion thrusters', 'ground station network', 'satellite imagery API'],
    customers: ['weather services', 'fishing fleets', 'insurers', 'rescue teams'],
    topics: ['debris removal', 'hydrogen regional flight', 'lightning mapping from orbit'],
  },
  {
    industries: ['Real Estate', 'Construction'],
    nameEndings: ['Homes', 'Build', 'Timber', 'Estates'],
    products: ['timber-frame housing', 'site safety cameras', 'modular bathrooms', 'rent payments app', 'low-carbon concrete', 'digital twins of buildings'],
    customers: ['developers', 'student housing providers', 'facility managers', 'city councils'],
    topics: ['concrete that stores carbon', 'reuse of steel beams', 'quiet construction sites'],
  },
  {
    industries: ['Retail', 'E-commerce'],
    nameEndings: ['Market', 'Goods', 'Outfitters', 'Commerce'],
    products: ['resale marketplace', 'returns portal', 'same-day delivery', 'checkout for independent shops', 'size recommendation', 'refill stations'],
    customers: ['bookshops', 'fashion labels', 'garden centres', 'toy makers'],
    topics: ['packaging that grows mushrooms', 'returns prevention', 'repairable shoes'],
  },
  {
    industries: ['Semiconductors', 'Hardware'],
    nameEndings: ['Silicon', 'Photonics', 'Devices', 'Circuits'],
    products: ['photonic interconnects', 'RISC-V microcontrollers', 'gallium nitride chargers', 'edge AI chips', 'quantum sensors', 'time-of-flight cameras'],
    customers: ['car makers', 'data centres', 'hearing aid makers', 'laboratories'],
    topics: ['room-temperature qubits', 'chiplets in glass', 'printing of flexible circuits'],
  },
  {
    industries: ['Gaming', 'Media'],
    nameEndings: ['Games', 'Studios', 'Interactive', 'Pictures'],
    products: ['co-op puzzle game', 'audio drama series', 'open-world sailing game', 'level editor', 'captioning suite', 'podcast network'],
    customers: ['streamers', 'broadcasters', 'museums', 'independent publishers'],
    topics: ['accessible controllers', 'procedural coastlines', 'archives of regional radio'],
  },
  {
    industries: ['Mobility', 'Transportation'],
    nameEndings: ['Mobility', 'Motors', 'Rail', 'Ferries'],
    products: ['night trains', 'electric ferries', 'folding e-bikes', 'battery swapping stations', 'on-demand shuttles', 'car sharing app'],
    customers: ['commuters', 'islands', 'campuses', 'tourist boards'],
    topics: ['solid-state batteries', 'quiet tram tracks', 'shared transport in villages'],
  },
  {
    industries: ['Human Resources', 'Software'],
    nameEndings: ['People', 'Talent', 'Payroll', 'Shifts'],
    products: ['shift planner', 'skills passport', 'onboarding checklist', 'candidate screening', 'relocation desk', 'pulse surveys'],
    customers: ['hotels', 'care homes', 'start-ups', 'festivals'],
    topics: ['fair shift scheduling', 'bias in job adverts', 'four-day weeks'],
  },
  {
    industries: ['Developer Tools', 'Software'],
    nameEndings: ['Cloud', 'Software', 'Systems', 'Data'],
    products: ['edge database', 'feature flags', 'C++ package manager', 'observability platform', 'message broker', '.NET profiler', 'Node.js runtime for sensors'],
    customers: ['software teams', 'game studios', 'banks', 'research groups'],
    topics: ['deterministic simulation testing', 'incremental compilation of C++', 'databases on slow disks'],
  },
  {
    industries: ['Healthcare', 'Software'],
    nameEndings: ['Health', 'Care', 'Clinics', 'Medical'],
    products: ['remote physiotherapy', 'ward scheduling', 'midwife hotline', 'digital prescriptions', 'sleep clinic', 'hearing test app'],
    customers: ['hospitals', 'rural clinics', 'care homes', 'insurers'],
    topics: ['falls in old age', 'nursing rosters', 'telemedicine on ships'],
  },
  {
    industries: ['Travel', 'Hospitality'],
    nameEndings: ['Travel', 'Hotels', 'Voyages', 'Lodges'],
    products: ['treehouse hotels', 'rail booking engine', 'walking tours', 'luggage forwarding', 'campsite reservations', 'audio guides'],
    customers: ['families', 'walking clubs', 'conference organisers', 'tourist boards'],
    topics: ['tourism without cars', 'restoration of mountain huts', 'accessible trails'],
  },
];
