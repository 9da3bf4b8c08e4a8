import type { ComponentState, StatusMessage, StatusReport } from '@heliograph/dashboard-api';
import { markup, type Page } from '../pages/page';

const STATES: Readonly<Record<ComponentState, string>> = {
  operational: 'Operational',
  degraded: 'Partly unavailable',
  unavailable: 'Unavailable',
  not_offered: 'Not offered here',
};

const TITLES: Readonly<Record<StatusReport['state'], string>> = {
  operational: 'All systems operational',
  degraded: 'Some parts do not work',
  unavailable: 'Heliograph is unavailable',
};

export function statusPage({ state, components, restriction, notice, checkedAt }: StatusReport): Page {
  return {
    title: restriction ? 'Access is restricted' : TITLES[state],
    description: 'Whether search, billing, webhooks, and the dashboard of this Heliograph installation work.',
    content: markup`${messageHtml('Access is restricted for everyone for now.', restriction)}
      ${messageHtml('From the operators', notice)}
      <ul class="parts">
        ${joined(
          components.map(
            (component) => markup`<li>
              <span>${component.name}</span>
              <span class="state ${component.state}">${STATES[component.state]}</span>
            </li>`,
          ),
        )}
      </ul>
      <p class="quiet">Checked at ${timeHtml(checkedAt)}. <a href="/status">Check again</a></p>
      <p class="links"><a href="/">Dashboard</a> <a href="/docs">Documentation</a></p>`,
  };
}

function messageHtml(title: string, message: StatusMessage | null) {
  if (!message) return markup``;
  return markup`<div class="notice">
    <strong>${title}</strong>
    ${message.since === null ? '' : markup`<span>since ${timeHtml(message.since)}</span>`}
    <p>${message.text}</p>
  </div>`;
}

/** Times are UTC, because local time would need scripts. */
function timeHtml(timestamp: string) {
  return markup`<time datetime="${timestamp}">${timestamp.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

const joined = (parts: readonly { text: string }[]) => ({ text: parts.map(({ text }) => text).join('') });
