import { useRef, useState } from 'react';

/**
 * Saves changes one by one, in their order. If one fails, those after it are dropped.
 *
 * @param save reports its own failures.
 * @returns the changes not saved yet, merged, and how to add one.
 */
export function useSaveQueue<Change extends object>(save: (change: Change) => Promise<unknown>) {
  const [unsaved, setUnsaved] = useState<Partial<Change>>({});
  const queue = useRef<Change[]>([]);
  const add = async (change: Change) => {
    setUnsaved((before) => ({ ...before, ...change }));
    queue.current.push(change);
    if (queue.current.length > 1) return;
    try {
      for (let next: Change | undefined = change; next; next = queue.current[0]) {
        await save(next);
        queue.current.shift();
      }
    } catch {
      queue.current = [];
    }
    setUnsaved({});
  };
  return { unsaved, add: (change: Change) => void add(change) };
}
