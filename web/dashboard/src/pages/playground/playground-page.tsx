import { CALL_NAMES, callOf, describedCall, type CallField, type CallName } from '@heliograph/contract';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { filterOptionsQuery, useFilterOptions } from '../../api/activities';
import { usePlaygroundKey } from '../../api/data-api';
import { useSession } from '../../api/session';
import { codeTabs } from '../../calls/code-tabs';
import {
  Button,
  ButtonAnchor,
  Card,
  CodeBlock,
  ConfirmDialog,
  CopyButton,
  Field,
  FieldStack,
  Notice,
  PageHeader,
  PageStack,
  Select,
} from '../../design';
import { ResponseCard } from './response-card';
import { type Call, requestOf } from '../../calls/call';
import { issueWith } from './domain/response';
import { type Confirmation, confirmationOf } from './domain/confirmation';
import { splitDescription } from './domain/description';
import { isTestKey, priceOf } from './domain/price';
import { KeyCard } from './key-card';
import { ParameterField } from './parameter-field';
import styles from './playground.module.css';
import { usePlayground } from './use-playground';
import { useRun } from './use-run';
import { WithCode } from './with-code';

/** Groups of calls, as in the API reference. */
const TAGS = [...new Set(CALL_NAMES.map((name) => describedCall(name).tag))];

export const preload = (client: QueryClient) => void client.prefetchQuery(filterOptionsQuery);

/** `/playground`: a request of the data API as a form, as code, and as its live response. */
export function Component() {
  const { installation } = useSession();
  const playground = usePlayground();
  const { name, values, call, ignored } = playground;
  const [key, setKey] = usePlaygroundKey();
  const [keyError, setKeyError] = useState<string | null>(null);
  /** A parameter of the path, after a try without it: its absence would be another request. */
  const [missing, setMissing] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { run, clear, isRunning, failure, ...last } = useRun(installation.apiUrl);
  // Back and forward change the call, too.
  const shown = last.shown?.call.name === name ? last.shown : null;
  /** What the last response says about a value, until the value is changed. */
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
  // The newest `start`, without listening again at each letter.
  const latest = useRef(start);
  useEffect(() => {
    latest.current = start;
  });
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, []);

  const takeKey = (next: string | null) => {
    setKey(next);
    setKeyError(null);
    clear();
  };
  const description = splitDescription(describedCall(name).description);

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
              <Field label="Operation" hint={<WithCode text={description.shown} />}>
                {(control) => (
                  <Select
                    {...control}
                    value={name}
                    onChange={(event) => {
                      clear();
                      playground.choose(event.target.value as CallName);
                    }}
                  >
                    {TAGS.map((tag) => (
                      <optgroup key={tag} label={tag}>
                        {CALL_NAMES.filter((each) => describedCall(each).tag === tag).map((each) => (
                          <option key={each} value={each}>
                            {callOf(each).title}
                          </option>
                        ))}
                      </optgroup>
                    ))}
                  </Select>
                )}
              </Field>
              {description.more !== '' && (
                <details key={name} className={styles.more}>
                  <summary>More</summary>
                  <WithCode text={description.more} />
                </details>
              )}
              {ignored.length > 0 && (
                <Notice tone="warning">
                  The link has what this operation does not know, and it is left out:{' '}
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
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked?.confirmation.question ?? ''}
        confirmLabel={asked?.confirmation.confirm ?? ''}
        kind={asked?.confirmation.kind ?? 'primary'}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked) run(asked);
          return Promise.resolve();
        }}
      >
        {asked && <Consequence asked={asked} />}
      </ConfirmDialog>
    </>
  );
}

/** A run that waits for its confirmation. */
interface Asked {
  call: Call;
  key: string;
  confirmation: Confirmation;
}

function Consequence({ asked: { call, key, confirmation } }: { asked: Asked }) {
  const { method, path } = requestOf(call);
  return (
    <div className={styles.consequence}>
      <p>{confirmation.consequence}</p>
      <p>
        <code>
          {method} {path}
        </code>{' '}
        with {isTestKey(key) ? 'a test key' : 'a live key'}
      </p>
    </div>
  );
}

interface ParametersProps {
  name: CallName;
  values: Readonly<Record<string, string>>;
  issueOf: (parameter: string) => string | null;
  onChange: (parameter: string, value: string) => void;
}

const isHeader = (field: CallField) => field.in === 'header';

/** What can be added, under the headings of the list. */
const PLACES = [
  ['Parameters', (field: CallField) => field.in === 'query' || field.in === 'path'],
  ['Body', (field: CallField) => field.in === 'body'],
  ['Headers', isHeader],
] as const;

/** The parameters, members of the body, and headers in use, and a list to add others from. */
function Parameters({ name, values, issueOf, onChange }: ParametersProps) {
  const { data: options } = useFilterOptions();
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => {
    const { starts, shows = [] } = callOf(name);
    return new Set([...Object.keys(starts), ...shows]);
  });
  const added = useRef<string | null>(null);
  const { fields } = describedCall(name);
  const isShown = (parameter: string) =>
    opened.has(parameter) || (values[parameter] ?? '') !== '' || issueOf(parameter) !== null;
  const shown = fields.filter((field) => field.isRequired || isShown(field.name));
  const others = fields.filter((field) => !shown.includes(field));

  useEffect(() => {
    if (added.current === null) return;
    const selector = `[data-parameter="${added.current}"] :is(input, textarea, select)`;
    document.querySelector<HTMLElement>(selector)?.focus();
    added.current = null;
  }, [opened]);

  return (
    <>
      {shown.length === 0 && others.length === 0 && <p className={styles.note}>It has no parameters.</p>}
      {shown.map((field) => (
        <ParameterField
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          error={issueOf(field.name)}
          options={options}
          onChange={(value) => {
            // A field that is emptied stays until it is removed.
            setOpened((before) => new Set([...before, field.name]));
            onChange(field.name, value);
          }}
          onRemove={
            field.isRequired
              ? undefined
              : () => {
                  setOpened((before) => new Set([...before].filter((each) => each !== field.name)));
                  onChange(field.name, '');
                }
          }
        />
      ))}
      {others.length > 0 && (
        <Field label={`Add a parameter${others.some(isHeader) ? ' or header' : ''}`}>
          {(control) => (
            <Select
              {...control}
              value=""
              onChange={(event) => {
                added.current = event.target.value;
                setOpened((before) => new Set([...before, event.target.value]));
              }}
            >
              <option value="">Choose one</option>
              {PLACES.map(([label, isIn]) => [label, others.filter(isIn)] as const)
                .filter(([, fields]) => fields.length > 0)
                .map(([label, fields]) => (
                  <optgroup key={label} label={label}>
                    {fields.map((field) => (
                      <option key={field.name} value={field.name}>
                        {field.name}
                      </option>
                    ))}
                  </optgroup>
                ))}
            </Select>
          )}
        </Field>
      )}
    </>
  );
}
