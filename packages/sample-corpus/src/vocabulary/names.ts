/** Comma-separated names, over any number of lines. */
const listed = (names: string): readonly string[] => names.trim().split(/,\s+/);

/** Beginnings and endings of company names. None is meant to be the name of a real company. */
export const NAME_BEGINNINGS = listed(`
  Brindle, Quor, Tansy, Wobble, Fenny, Marzi, Glim, Thistle, Pumper, Snork, Ochre, Velvet, Umber, Zephyr,
  Custard, Dapple, Ember, Flitter, Gossamer, Huckle, Inkle, Jolly, Kettle, Lantern, Mumble, Nettle, Otter,
  Pebble, Quibble, Ripple, Saffron, Tumble, Vesper, Whimble, Yonder, Zigzag, Bramble, Cobble, Dither,
  Fiddle, Grumble, Hobble, Juniper, Limpet, Moss, Noodle, Ollo, Parsnip, Rumpel, Sundry, Trundle, Wren,
  Bumble, Cinder, Doodle, Figgy
`);

export const NAME_MIDDLES = listed(`
  wick, vane, loom, mere, quill, foss, moth, fen, gate, spire, thorpe, bury, whistle, nought, marrow, latch,
  hollow, gable, snoot, bottom, shanks, beck, pudding, more, kin
`);

/** A company with a hand-made name: accents, other scripts, punctuation, and languages that trip up search engines. */
export interface SpecialCompany {
  slug: string;
  name: string;
  /** Used in English headlines. */
  short: string;
  country: string;
  /** First industry of its field, if the name gives it away; any field otherwise. */
  industry?: string;
  /** Used in headlines in the company's own language; only with `language`. */
  native?: string;
  language?: 'ja' | 'zh' | 'ko';
}

export const SPECIAL_COMPANIES: readonly SpecialCompany[] = [
  {
    slug: 'hoshikurage',
    name: '株式会社ホシクラゲ (Hoshikurage)',
    short: 'Hoshikurage',
    native: 'ホシクラゲ',
    language: 'ja',
    country: 'Japan',
    industry: 'Robotics',
  },
  {
    slug: 'tsukimi-panda',
    name: 'ツキミパンダ工業',
    short: 'Tsukimi Panda',
    native: 'ツキミパンダ工業',
    language: 'ja',
    country: 'Japan',
    industry: 'Robotics',
  },
  {
    slug: 'mochi-denki',
    name: 'もち電機',
    short: 'Mochi Denki',
    native: 'もち電機',
    language: 'ja',
    country: 'Japan',
    industry: 'Climate Tech',
  },
  {
    slug: 'yunjing-feichuan',
    name: '云鲸飞船科技',
    short: 'Yunjing Feichuan',
    native: '云鲸飞船科技',
    language: 'zh',
    country: 'China',
    industry: 'Aerospace',
  },
  {
    slug: 'zhima-huojian',
    name: '芝麻火箭',
    short: 'Zhima Huojian',
    native: '芝麻火箭',
    language: 'zh',
    country: 'China',
    industry: 'Aerospace',
  },
  {
    slug: 'nuli-wugui',
    name: '努力乌龟软件',
    short: 'Nuli Wugui',
    native: '努力乌龟软件',
    language: 'zh',
    country: 'China',
    industry: 'Developer Tools',
  },
  {
    slug: 'bandi-haepari',
    name: '반디해파리',
    short: 'Bandi Haepari',
    native: '반디해파리',
    language: 'ko',
    country: 'South Korea',
  },
  {
    slug: 'gureum-dubu',
    name: '구름두부 연구소',
    short: 'Gureum Dubu',
    native: '구름두부 연구소',
    language: 'ko',
    country: 'South Korea',
    industry: 'Food and Beverage',
  },
  {
    slug: 'senor-tornillo',
    name: 'Señor Tornillo Automática',
    short: 'Señor Tornillo',
    country: 'Spain',
    industry: 'Robotics',
  },
  {
    slug: 'blabarsbruket',
    name: 'Blåbärsbruket',
    short: 'Blåbärsbruket',
    country: 'Sweden',
    industry: 'Food and Beverage',
  },
  {
    slug: 'lasica-zeglarska',
    name: 'Łasica Żeglarska',
    short: 'Łasica Żeglarska',
    country: 'Poland',
    industry: 'Travel',
  },
  {
    slug: 'creme-et-circuits',
    name: 'Crème & Circuits',
    short: 'Crème & Circuits',
    country: 'France',
    industry: 'Semiconductors',
  },
  {
    slug: 'cpp-and-sons',
    name: 'C++ & Sons Compilers',
    short: 'C++ & Sons',
    country: 'United Kingdom',
    industry: 'Developer Tools',
  },
  {
    slug: 'owobbly-and-daughters',
    name: "O'Wobbly & Daughters",
    short: "O'Wobbly & Daughters",
    country: 'Ireland',
  },
  {
    slug: 'aethelnought-weather',
    name: 'Æthelnought Weather',
    short: 'Æthelnought Weather',
    country: 'United Kingdom',
    industry: 'Aerospace',
  },
  {
    slug: 'grossstadtgaertner',
    name: 'Großstadtgärtner',
    short: 'Großstadtgärtner',
    country: 'Germany',
    industry: 'Agriculture',
  },
  { slug: 'cilgin-kestane', name: 'Çılgın Kestane', short: 'Çılgın Kestane', country: 'Turkey' },
  {
    slug: 'nandu-aereo',
    name: 'Ñandú Aéreo',
    short: 'Ñandú Aéreo',
    country: 'Mexico',
    industry: 'Aerospace',
  },
  {
    slug: 'pao-de-nuvem',
    name: 'Pão de Nuvem',
    short: 'Pão de Nuvem',
    country: 'Brazil',
    industry: 'Food and Beverage',
  },
  {
    slug: 'zurich-kuckuck',
    name: 'Zürcher Kuckuck Präzision',
    short: 'Zürcher Kuckuck',
    country: 'Switzerland',
    industry: 'Semiconductors',
  },
  { slug: 'dot-dot-dash', name: 'DOT.DOT.DASH!', short: 'DOT.DOT.DASH!', country: 'United States' },
  {
    slug: '7-bridges-and-a-goose',
    name: '7 Bridges and a Goose',
    short: '7 Bridges and a Goose',
    country: 'United States',
  },
];

export const GIVEN_NAMES = listed(`
  Ottoline, Barnaby, Ximena, Tove, Ludo, Perpetua, Anselm, Ngozi, Kaito, Saoirse, Emre, Zofia, Iker, Amélie,
  Søren, Priya, Mateus, Wanjiru, Hyun-ju, Lucjan, Delphine, Ravi, Ingeborg, Thaddeus
`);

export const FAMILY_NAMES = listed(`
  Marshvane, Pennyfeather-Oduya, Quillington, Tumbleweed, Fjordsen, Castañedo, Lindqvisthammar, Okonjo-Vale,
  Brzęczyk, Hatakezawa, Applegarthe, Nightingale-Rao, von Zwiebel, Delacroûte, Whistlecombe, Mbekasa,
  Karabıyıkoğlu, Snowdrift
`);

export const INVESTORS = listed(`
  Third Lantern Partners, Paper Kite Ventures, Gull & Thimble Capital, Nine Umbrellas Fund,
  Moonlit Ladder Growth, Teapot Angels, Old Ferry Capital, Crooked Spoon Ventures, Hummingstone Equity,
  Brass Compass Partners, Second Breakfast Capital, Tin Whistle Ventures
`);

export const FUNDERS: readonly string[] = [
  'the Lighthouse Research Council',
  'the Ministry of Tides',
  'the Northern Meadow Foundation',
  'the Windmill Innovation Agency',
  'the Harbour Regions Programme',
  'the Clockmakers Trust',
];

export const ACCELERATORS: readonly string[] = [
  'Launchpond',
  'Greenhouse Nine',
  'Orbit & Anvil',
  'The Potting Shed',
  'Sprintwerk',
];

export const EXCHANGES: readonly string[] = [
  'the Port Alder Exchange',
  'the Nordlicht Börse',
  'the Three Rivers Exchange',
];

export const PRODUCT_NAMES = listed(`
  Lantern, Pinwheel, Sextant, Marmalade, Tern, Basil, Keystone, Dragonfly, Porcupine, Bellows, Compass Rose,
  Nimbus, Pocketwatch, Gooseberry, Atlas Mini, Semaphore, Tidepool, Hearth
`);
