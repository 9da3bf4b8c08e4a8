import { describedCall } from '@heliograph/contract';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { filterOptionsQuery } from '../../api/activities';
import { usePlaygroundKey } from '../../api/data-api';
import { useSession } from '../../api/session';
import { codeTabs } from '../../calls/code-tabs';
import {
  Button,
  ButtonAnchor,
  Card,
  CodeBlock,
  CopyButton,
  FieldStack,
  Notice,
  PageHeader,
  PageStack,
} from '../../design';
import { ConfirmRun, type AskedRun } from './confirm-run';
import { confirmationOf } from './domain/confirmation';
import { priceOf } from './domain/price';
import { issueWith } from './domain/response';
import { KeyCard } from './key-card';
import { OperationField } from './operation-field';
import { Parameters } from './parameters';
import styles from './playground.module.css';
import { ResponseCard } from './response-card';
import { usePlayground } from './use-playground';
import { useRun } from './use-run';
import { useRunShortcut } from './use-run-shortcut';

export const preload = (client: QueryClient) => void client.prefetchQuery(filterOptionsQuery);

/** `/playground`: a data API request as a form, as code, and with its live response. */
export function Component() {
  const { installation } = useSession();
  const playground = usePlayground();
  const { name, values, call, ignored } = playground;
  const [key, setKey] = usePlaygroundKey();
  const [keyError, setKeyError] = useState<string | null>(null);
  /** A path parameter that was missing in an attempt: leaving it out would make another request. */
  const [missing, setMissing] = useState<string | null>(null);
  const [asked, setAsked] = useState<AskedRun | null>(null);
  const { run, clear, isRunning, failure, ...last } = useRun(installation.apiUrl);
  // Back and Forward change the call, too.
  const shown = last.shown?.call.name === name ? last.shown : null;
  /** What the last response says about a value, until the value changes. */
  const issueOf = (parameter: string) => {
    if (parameter === missing && (values[parameter] ?? '').trim() === '') return 'It is required.';
    const sent = shown?.call.values.find(([name]) => name === parameter)?.[1] ?? '';
    const isSame = sent === (values[parameter] ?? '').trim();
    return shown && isSame ? issueWith(parameter, shown.read.issues) : null;
  };

  const start = () => {
    if (isRunning) return;
    if (key === null) {
      setKeyError('Choose a key first.');
      document.querySelector<HTMLElement>('[data-playground-key]')?.focus();
      return;
    }
    const absent = describedCall(name).fields.find(
      (field) => field.in === 'path' && (values[field.name] ?? '').trim() === '',
    );
    setMissing(absent?.name ?? null);
    if (absent) {
      document.querySelector<HTMLElement>(`[data-parameter="${absent.name}"] input`)?.focus();
      return;
    }
    const confirmation = confirmationOf(name, values, key);
    if (confirmation) setAsked({ call, key, confirmation });
    else run({ call, key });
  };
  useRunShortcut(start);

  const takeKey = (next: string | null) => {
    setKey(next);
    setKeyError(null);
    clear();
  };

  return (
    <>
      <PageHeader
        title="Playground"
        description="Try the API: fill in a request, copy it in your language, and see the live response."
        actions={
          <>
            <CopyButton
              text={`${window.location.origin}${playground.path}`}
              label="Copy link"
              size="medium"
            />
            <ButtonAnchor href="/docs/api-reference" icon="book">
              API reference
            </ButtonAnchor>
          </>
        }
      />
      <div className={styles.columns}>
        <PageStack>
          <KeyCard value={key} error={keyError} onChange={takeKey} />
          <Card title="Request">
            <FieldStack>
              <OperationField
                name={name}
                onChange={(chosen) => {
                  clear();
                  playground.choose(chosen);
                }}
              />
              {ignored.length > 0 && (
                <Notice tone="warning">
                  This operation does not accept some of the link’s parameters, so they are left out:{' '}
                  {ignored.join(', ').slice(0, 200)}
                </Notice>
              )}
              <Parameters
                key={name}
                name={name}
                values={values}
                issueOf={issueOf}
                onChange={playground.setValue}
              />
            </FieldStack>
          </Card>
        </PageStack>
        <PageStack>
          <Card
            title="Code"
            description={
              <>
                Reads the key from <code>SIGNALS_API_KEY</code>.
              </>
            }
          >
            <CodeBlock label="The request" tabs={codeTabs(call, installation.apiUrl)} isWrapped />
            <div className={styles.run}>
              <Button kind="primary" icon="play" isBusy={isRunning} onClick={start}>
                Run
              </Button>
              <p className={styles.price} data-price>
                {priceOf(name, values, key)}
              </p>
            </div>
          </Card>
          <ResponseCard shown={shown} isRunning={isRunning} failure={failure} onRetry={start} />
        </PageStack>
      </div>
      <ConfirmRun asked={asked} onClose={() => setAsked(null)} onConfirm={run} />
    </>
  );
}
