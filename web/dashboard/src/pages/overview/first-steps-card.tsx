import { ONE_TIME_RECORDS } from '@heliograph/contract';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Button, ButtonAnchor, Card, classNames, CodeBlock, Icon, Notice } from '../../design';
import { CreateKey } from '../keys/create-key';
import { firstRequest, type Step } from './first-steps';
import styles from './first-steps-card.module.css';

const STEPS: readonly Step[] = ['key', 'request', 'done'];

/** A new account's first steps; it advances by itself and says when the first request was answered. */
export function FirstSteps({ step, apiUrl }: { step: Step; apiUrl: string }) {
  const [isCreating, setCreating] = useState(false);
  const [beganAt] = useState(step);

  // Hidden from established accounts; shown to accounts that have just finished.
  if (beganAt === 'done') return null;
  const stateOf = (each: Step) =>
    step === each ? 'now' : STEPS.indexOf(each) < STEPS.indexOf(step) ? 'done' : 'later';

  return (
    <Card title="Get your first result in two minutes">
      <div role="status">
        {step === 'done' && (
          <Notice
            tone="success"
            title="It works: your first request was answered"
            action={
              <ButtonAnchor href="/docs" size="small">
                What to try next
              </ButtonAnchor>
            }
          >
            Unless it was with a test key, the chart below shows what it used.
          </Notice>
        )}
      </div>
      {step !== 'done' && (
        <ol className={styles.steps}>
          <StepItem state={stateOf('key')} number={1} title="Create an API key">
            {step === 'key' ? (
              <>
                <p>A key lets your programs use the data API. It comes with a command to try.</p>
                <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
                  Create your first key
                </Button>
              </>
            ) : (
              <p>
                Done. You can manage it under <Link to="/keys">API keys</Link>.
              </p>
            )}
          </StepItem>
          <StepItem state={stateOf('request')} number={2} title="Run the command">
            {step === 'request' ? (
              <>
                <p>
                  In a terminal, with your key in <code>SIGNALS_API_KEY</code>. It uses up to three of your{' '}
                  {ONE_TIME_RECORDS.api} free records, or none with a test key.
                </p>
                <CodeBlock
                  label="First request"
                  tabs={[{ label: 'curl', code: firstRequest(apiUrl) }]}
                  isWrapped
                />
                <p className={styles.waiting} role="status">
                  <span className={styles.pulse} aria-hidden="true" />
                  Waiting for your first request…
                </p>
              </>
            ) : (
              <p>A ready-made command comes with your key.</p>
            )}
          </StepItem>
          <StepItem state={stateOf('done')} number={3} title="See it here">
            <p>Its records show up in the chart below within seconds, unless the key is a test key.</p>
          </StepItem>
        </ol>
      )}
      <CreateKey isOpen={isCreating} onClose={() => setCreating(false)} />
    </Card>
  );
}

function StepItem({
  state,
  number,
  title,
  children,
}: {
  state: 'done' | 'now' | 'later';
  number: number;
  title: string;
  children: ReactNode;
}) {
  return (
    <li
      className={classNames(styles.step, styles[state])}
      aria-current={state === 'now' ? 'step' : undefined}
    >
      <span className={styles.number} aria-hidden="true">
        {state === 'done' ? <Icon name="check" size={16} /> : number}
      </span>
      <div className={styles.content}>
        <h3 className={styles.title}>
          {title}
          {state === 'done' && <span className="visually-hidden"> (done)</span>}
        </h3>
        {children}
      </div>
    </li>
  );
}
