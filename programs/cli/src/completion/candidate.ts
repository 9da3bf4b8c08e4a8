/** A completion of the word before the cursor. */
export interface Candidate {
  value: string;
  description: string;
}
