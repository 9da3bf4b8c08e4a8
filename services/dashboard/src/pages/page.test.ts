import { markup } from './page';

it('escapes what is put in, and HTML is put in as it is', () => {
  const inner = markup`<b>${'<&"\'>'}</b>`;
  expect(inner.text).toBe('<b>&lt;&amp;&quot;&#39;&gt;</b>');
  expect(markup`<p title="${'" onclick="x'}">${inner}</p>`.text).toBe(
    '<p title="&quot; onclick=&quot;x"><b>&lt;&amp;&quot;&#39;&gt;</b></p>',
  );
});
