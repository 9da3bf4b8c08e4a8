import { markup } from './page';

it('escapes inserted text, but not inserted HTML', () => {
  const inner = markup`<b>${'<&"\'>'}</b>`;
  expect(inner.text).toBe('<b>&lt;&amp;&quot;&#39;&gt;</b>');
  expect(markup`<p title="${'" onclick="x'}">${inner}</p>`.text).toBe(
    '<p title="&quot; onclick=&quot;x"><b>&lt;&amp;&quot;&#39;&gt;</b></p>',
  );
});
