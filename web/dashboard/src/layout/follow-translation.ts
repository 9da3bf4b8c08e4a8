/**
 * Lets pages change while the browser translates them. Chrome puts a `<font>` element in the place of each text and
 * takes the text out of the page. React would go on changing the text out of sight, so the page would keep old figures,
 * and would fail when it removes the text or places something before it.
 */
export function followTranslation(body: HTMLElement): void {
  const translations = new WeakMap<Node, Element>();
  /** What stands for a text among a parent's children. */
  const shownFor = <Child extends Node>(text: Child, parent: Node): Child | Element => {
    const translation = text.parentNode === parent ? undefined : translations.get(text);
    return translation?.parentNode === parent ? translation : text;
  };

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    removeChild.call(this, shownFor(child, this));
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    before: Node | null,
  ): Child {
    insertBefore.call(this, child, before && shownFor(before, this));
    return child;
  };

  /** Shows the text itself again, for the browser to translate anew. */
  const showChanged = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const translation = translations.get(target);
      translations.delete(target);
      if (translation?.isConnected && !target.isConnected) translation.replaceWith(target);
    }
  });
  new MutationObserver((changes) => {
    for (const change of changes) {
      for (const text of change.removedNodes) {
        const translation = text instanceof Text && !text.isConnected && translationIn(change);
        if (!translation) continue;
        translations.set(text, translation);
        showChanged.observe(text, { characterData: true });
      }
      // React moved the text, or the browser shows the original.
      for (const text of change.addedNodes) if (text.isConnected) translations.get(text)?.remove();
    }
  }).observe(body, { childList: true, subtree: true });
}

/** The element that was put in a text's place, in one step with taking the text out or just before. */
function translationIn({ addedNodes, previousSibling, nextSibling }: MutationRecord): Element | undefined {
  return [...addedNodes, previousSibling, nextSibling].find(
    (each): each is Element => each instanceof Element && each.tagName === 'FONT',
  );
}
