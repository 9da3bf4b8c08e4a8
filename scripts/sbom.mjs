// node scripts/sbom.mjs [PROGRAM|cli|sdk]: prints the software bill of materials (CycloneDX, JSON) of everything in the
// lockfile, or of one image or client. SOURCE_DATE_EPOCH (seconds) becomes its time.
import { billOfMaterials } from './lib/supply-chain/bill-of-materials.mjs';
import { fail } from './lib/workspace.mjs';

const { SOURCE_DATE_EPOCH } = process.env;
try {
  const bill = billOfMaterials(process.argv[2], SOURCE_DATE_EPOCH ? Number(SOURCE_DATE_EPOCH) : undefined);
  process.stdout.write(`${JSON.stringify(bill, undefined, 2)}\n`);
} catch (error) {
  fail(error.stderr?.toString() || error.message);
}
