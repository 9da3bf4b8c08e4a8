import { formatUserCode, readUserCode } from '@heliograph/contract';
import type { DeviceLogin } from '@heliograph/dashboard-api';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useDecideDeviceLogin, useDeviceLogin } from '../../api/command-line';
import { describeFailure, isNotFound } from '../../api/errors';
import { serverNow } from '../../api/server-clock';
import {
  Button,
  ButtonLink,
  Card,
  EmptyState,
  ErrorState,
  Field,
  Input,
  keepFocusNearby,
  Loading,
  Notice,
  PageHeader,
  Time,
} from '../../design';
import { AskedDevice } from './asked-device';
import styles from './command-line.module.css';

const CODE_PARAMETER = 'user_code';

/** Approves a device that shows a code (RFC 8628). A code in the URL is looked up, never approved automatically. */
export function Component() {
  const [parameters, setParameters] = useSearchParams();
  const given = parameters.get(CODE_PARAMETER) ?? '';
  const code = readUserCode(given);
  const userCode = code && formatUserCode(code);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  if (outcome) return <Decided outcome={outcome} />;
  if (userCode === undefined) {
    return <CodeForm first={given} onCode={(code) => setParameters({ [CODE_PARAMETER]: code })} />;
  }
  return (
    <Decision
      key={userCode}
      userCode={userCode}
      onDecided={setOutcome}
      onAnother={() => setParameters({}, { replace: true })}
    />
  );
}

interface Outcome {
  isApproved: boolean;
  deviceName: string;
}

function CodeForm({ first, onCode }: { first: string; onCode: (code: string) => void }) {
  const [text, setText] = useState(first.slice(0, 40));
  const [isInvalid, setInvalid] = useState(first !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = readUserCode(text);
    if (!code) {
      setInvalid(true);
      return;
    }
    keepFocusNearby();
    onCode(code);
  };
  return (
    <>
      <PageHeader
        title="Log in on a device"
        description="Enter the code that the command-line client shows."
      />
      <Card>
        <form onSubmit={submit} className={styles.stack}>
          <Field
            label="Device code"
            hint="Eight letters; the hyphen can be left out."
            error={isInvalid ? 'A code has eight letters, such as WDJB-MJHT.' : undefined}
          >
            {(control) => (
              <Input
                {...control}
                className={styles.codeInput}
                value={text}
                placeholder="WDJB-MJHT"
                maxLength={40}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                autoFocus
                onChange={(event) => {
                  setText(event.target.value);
                  setInvalid(false);
                }}
              />
            )}
          </Field>
          <Button kind="primary" type="submit" isWide>
            Continue
          </Button>
        </form>
      </Card>
    </>
  );
}

function Decision({
  userCode,
  onDecided,
  onAnother,
}: {
  userCode: string;
  onDecided: (outcome: Outcome) => void;
  onAnother: () => void;
}) {
  const login = useDeviceLogin(userCode);
  useOnceAfter(login.data?.expiresAt, login.refetch);
  const isGone = isNotFound(login.error);
  const isExpired = isGone && login.data !== undefined;
  return (
    <>
      <PageHeader
        title={isExpired ? 'The code has expired' : isGone ? 'Unknown code' : 'Approve this device?'}
        description={isGone ? undefined : 'Compare the code with the one that the device shows.'}
      />
      <Card>
        {isGone && (
          <EmptyState
            icon="warning"
            title={isExpired ? 'This code is no longer valid' : 'No device is waiting with this code'}
            action={
              <Button kind="primary" onClick={onAnother}>
                Enter another code
              </Button>
            }
          >
            <p>
              {isExpired ? '' : `${userCode} is mistyped, has expired, or was already used. `}Run{' '}
              <code>signals login --device</code> again for a new one.
            </p>
          </EmptyState>
        )}
        {!isGone && login.data && <DecisionForm login={login.data} onDecided={onDecided} />}
        {login.isPending && <Loading label="Looking up the code" lines={5} />}
        {login.isError && !isGone && (
          <ErrorState
            title="The code could not be looked up"
            error={login.error}
            onRetry={() => void login.refetch()}
          />
        )}
      </Card>
    </>
  );
}

function DecisionForm({ login, onDecided }: { login: DeviceLogin; onDecided: (outcome: Outcome) => void }) {
  const decide = useDecideDeviceLogin();
  const { userCode, deviceName, clientVersion, createdAt, expiresAt } = login;
  const send = (approve: boolean) =>
    decide.mutate(
      { userCode, body: { approve } },
      { onSuccess: () => onDecided({ isApproved: approve, deviceName }) },
    );
  const deciding = decide.isPending ? decide.variables.body.approve : undefined;
  return (
    <div className={styles.stack}>
      <p className={styles.code}>
        <span className="visually-hidden">Code </span>
        {userCode}
      </p>
      <AskedDevice
        deviceName={deviceName}
        clientVersion={clientVersion}
        facts={[
          { term: 'Requested', value: <Time at={createdAt} style="relative" /> },
          { term: 'Expires', value: <Time at={expiresAt} style="relative" /> },
        ]}
      />
      {decide.error && (
        <Notice tone="danger" live="alert">
          {isNotFound(decide.error) ? (
            // Perhaps by a click here whose response was lost.
            <>
              The code has expired or was used. If the device is not among{' '}
              <Link to="/command-line">your devices</Link>, start its login again.
            </>
          ) : (
            describeFailure(decide.error)
          )}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button isBusy={deciding === false} disabled={deciding === true} onClick={() => send(false)}>
          Deny
        </Button>
        <Button
          kind="primary"
          isBusy={deciding === true}
          disabled={deciding === false}
          onClick={() => send(true)}
        >
          Approve
        </Button>
      </div>
    </div>
  );
}

function Decided({ outcome: { isApproved, deviceName } }: { outcome: Outcome }) {
  const heading = useRef<HTMLDivElement>(null);
  // The buttons are gone, and the focus with them.
  useEffect(() => heading.current?.querySelector('h1')?.focus(), []);
  return (
    <div ref={heading}>
      <PageHeader title={isApproved ? 'The device is logged in' : 'The device was denied'} />
      <Card>
        <EmptyState
          icon={isApproved ? 'success' : 'shield'}
          title={isApproved ? 'You can go back to the terminal' : 'It cannot use your account'}
          action={<ButtonLink to="/command-line">See your devices</ButtonLink>}
        >
          <p>
            {isApproved ? (
              <>
                <bdi>{deviceName}</bdi> continues within seconds. You can close this page.
              </>
            ) : (
              <>
                <bdi>{deviceName}</bdi> was denied. If you did not start the login, there is nothing else to
                do.
              </>
            )}
          </p>
        </EmptyState>
      </Card>
    </div>
  );
}

/** Calls back once a timestamp has passed. */
function useOnceAfter(timestamp: string | undefined, callBack: () => unknown): void {
  useEffect(() => {
    if (timestamp === undefined) return undefined;
    const left = new Date(timestamp).getTime() - serverNow();
    const timer = setTimeout(callBack, Math.max(0, left));
    return () => clearTimeout(timer);
  }, [timestamp, callBack]);
}
