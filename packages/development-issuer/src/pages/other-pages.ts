import { escapeHtml } from '@heliograph/contract';
import type { Page } from './page';

/** Shown when the page is reloaded or reopened after its sign-in has ended. */
export function signInOverPage(home: string): Page {
  return {
    status: 410,
    title: 'This sign-in is over',
    content: `<p>It was completed or took too long. Nothing is lost.</p>\n${linkHome(home)}`,
  };
}

export function signedOutPage(home: string): Page {
  return { status: 200, title: 'Signed out', content: linkHome(home) };
}

/** For a request the protocol does not allow, with the protocol's error text for developers. */
export function refusedPage(home: string, error: string, description: string): Page {
  const detail = [error, description].filter((text) => text !== '').join(': ');
  return {
    status: 400,
    title: 'This sign-in cannot continue',
    content: `<p>${escapeHtml(detail)}</p>\n${linkHome(home)}`,
  };
}

function linkHome(home: string): string {
  return `<p><a href="${escapeHtml(home)}">Go to the dashboard</a></p>`;
}
