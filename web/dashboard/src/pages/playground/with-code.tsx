import { Fragment } from 'react';

/** A text of the contract, whose names of parameters and values stand between backticks. */
export function WithCode({ text }: { text: string }) {
  return (
    <>
      {text.split('`').map((piece, index) => (
        <Fragment key={index}>{index % 2 === 1 ? <code>{piece}</code> : piece}</Fragment>
      ))}
    </>
  );
}
