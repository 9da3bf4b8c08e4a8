import './design/typeface.css';
import './design/tokens.css';
import './design/base.css';
import './design/starting.css';
import './design/visually-hidden.css';
import './pages/join/keep-on-load';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
