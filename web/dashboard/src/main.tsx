import './design/typeface.css';
import './design/tokens.css';
import './design/base.css';
import './design/starting.css';
import './design/visually-hidden.css';
import './api/restore-search-on-load';
import './pages/join/keep-on-load';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchInput } from './api/attendance';
import { App } from './app';
import { followTranslation } from './layout/follow-translation';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// The back button may restore a page as it was left: waiting for another site, or for a session that has ended.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) window.location.reload();
});

followTranslation(document.body);
watchInput(window);

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
