import { cli, identity } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import fc from 'fast-check';
import { authenticateToken, logIn, refresh } from './support/cli';
import { createAccount, startTestIdentity } from './support/identity';

const { INVALID_GRANT, ISSUED } = cli.TokenResponse_Outcome;
const { Verdict } = identity;

const running = startBeforeAll(startTestIdentity);

/** Either the client or a thief presents the n-th newest token, or seconds pass. */
type Step = { present: number } | { pass: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ present: fc.constant(0) }) },
    { weight: 3, arbitrary: fc.record({ present: fc.nat(3) }) },
    // No sum of these is close to twenty seconds.
    { weight: 2, arbitrary: fc.record({ pass: fc.constantFrom(1, 30) }) },
  ),
  { minLength: 4, maxLength: 12 },
);

interface Token {
  response: cli.TokenResponse;
  /** Seconds on the model's clock; undefined for the current token. */
  spentAt: number | undefined;
  mayRepeat: boolean;
}

/** The expected outcome for a token, computed without the database. */
class Model {
  readonly tokens: Token[] = [];
  isOpen = true;
  now = 0;

  add(response: cli.TokenResponse): void {
    this.tokens.push({ response, spentAt: undefined, mayRepeat: false });
  }

  /** @returns whether the token yields new ones. */
  present(token: Token): boolean {
    if (!this.isOpen) return false;
    const isRepeat = token.spentAt !== undefined && token.mayRepeat && this.now - token.spentAt <= 20;
    if (token.spentAt !== undefined && !isRepeat) {
      this.isOpen = false;
      return false;
    }
    for (const other of this.tokens) {
      other.mayRepeat = other === token && !isRepeat;
      other.spentAt ??= this.now;
    }
    return true;
  }
}

it('has at most one working pair, and ends when a spent token returns, in any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const { id: accountId } = await createAccount(running);
      const model = new Model();
      model.add(await logIn(running, accountId));
      for (const step of sequence) {
        if ('pass' in step) {
          model.now += step.pass;
          await pass(accountId, step.pass);
          continue;
        }
        const token = model.tokens[Math.max(0, model.tokens.length - 1 - step.present)]!;
        const isIssued = model.present(token);
        const response = await refresh(running, token.response.refreshToken);
        expect(response.outcome).toBe(isIssued ? ISSUED : INVALID_GRANT);
        if (isIssued) model.add(response);
      }
      const verdicts = await Promise.all(
        model.tokens.map(({ response }) => authenticateToken(running, response.accessToken)),
      );
      const working = verdicts.flatMap(({ verdict }, index) => (verdict === Verdict.VALID ? [index] : []));
      expect(working).toEqual(model.isOpen ? [model.tokens.length - 1] : []);
    }),
    { numRuns: 40 },
  );
});

async function pass(accountId: string, seconds: number): Promise<void> {
  await running.pool.query(
    `UPDATE identity.cli_refresh_token SET spent_at = spent_at - make_interval(secs => $2)
     WHERE session_id IN (SELECT session_id FROM identity.cli_session WHERE account_id = $1)`,
    [accountId, seconds],
  );
}
