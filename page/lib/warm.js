// SPDX-License-Identifier: GPL-3.0-or-later
//
// warm.js: computes, while the user looks at the first view, what others will ask for, so that they answer at
// once. Each task is short, and waits until the browser has nothing else to do.
//
// Usage: const stop = warmUp([() => lowerNames(model), () => treeOf(model, 'Ir')]);
const whenIdle = (run) => (typeof requestIdleCallback === 'function' ? requestIdleCallback(run) : setTimeout(run, 50));

export function warmUp(tasks) {
  const left = [...tasks];
  let stopped = false;
  const next = () => {
    if (stopped || left.length === 0) return;
    try {
      left.shift()();
    } catch {
      // The view that asks for it says what is wrong.
    }
    whenIdle(next);
  };
  whenIdle(next);
  return () => {
    stopped = true;
  };
}
