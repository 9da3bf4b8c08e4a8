import { csvLine } from '../output/delimited';
import { valueAt } from '../output/fields';
import type { FileWriter } from './file-writer';
import { writeText } from './write-text';

/** CSV as with `--csv`: with a header row, and safe for spreadsheets. */
export const csvFile: FileWriter = (path, signals, { paths }) =>
  writeText(
    path,
    signals,
    (signal) => csvLine(paths.map((each) => valueAt(signal, each))),
    csvLine(paths.map((each) => each.join('.'))),
  );
