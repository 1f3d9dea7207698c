import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useState } from 'preact/hooks';
import type { Caption, PlottedTask } from '../../src/shared/plots/plots';

/** How often what still goes on grows, in milliseconds. */
const GROW_EVERY_MS = 15_000;

/** A plot with its heading, and below it how much is left out. */
export function PlotFrame({
  kind,
  caption,
  children,
}: {
  readonly kind: string;
  readonly caption: Pick<Caption, 'title'> & Partial<Caption>;
  readonly children: ComponentChildren;
}) {
  const heading = useId();
  return (
    <section class={`plot ${kind}`} aria-labelledby={heading}>
      <h2 id={heading}>{caption.title}</h2>
      {children}
      {caption.leftOut !== undefined && caption.leftOut !== '' && <p class="plot-note">{caption.leftOut}</p>}
    </section>
  );
}

/** A task's status: an icon, and the same in words for its name. */
export function StatusIcon({ task }: { readonly task: PlottedTask }) {
  return <span class={`plot-icon codicon codicon-${task.icon} ${task.tone}`} aria-hidden="true" />;
}

/** What there is to say of a task, for tooltips and for those who do not see the plot. */
export function taskText(task: PlottedTask, ...more: readonly (string | undefined)[]): string {
  return [task.name, task.state, ...more].filter(part => part !== undefined && part !== '').join(', ');
}

/** The width of an element in pixels, kept up to date; 0 before it is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const measure = (): void => setWidth(watched.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return width;
}

/** The time, which goes on by itself only while something is running. */
export function useNow(isRunning: boolean): number {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => tick(count => count + 1), GROW_EVERY_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return Date.now();
}
