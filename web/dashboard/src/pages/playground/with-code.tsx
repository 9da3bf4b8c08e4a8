import { Fragment } from 'react';

/** Text from the contract, with names and values between backticks shown as code. */
export function WithCode({ text }: { text: string }) {
  return (
    <>
      {text.split('`').map((piece, index) => (
        <Fragment key={index}>{index % 2 === 1 ? <code>{piece}</code> : piece}</Fragment>
      ))}
    </>
  );
}
