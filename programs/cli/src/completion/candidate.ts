/** Something that the word before the cursor can become. */
export interface Candidate {
  value: string;
  description: string;
}
