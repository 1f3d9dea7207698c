import type { Meter } from '../../src/shared/explorer/picture';

/** Bars that say how much of something is used. */
export function Meters({ meters }: { readonly meters: readonly Meter[] }) {
  return (
    <div class="meters">
      {meters.map(({ label, value, max, text, tooltip }) => (
        <div key={label} class="meter" title={tooltip}>
          <span>{label}</span>
          <span
            class="bar"
            role="meter"
            aria-label={label}
            aria-valuenow={Math.min(value, max)}
            aria-valuemin={0}
            aria-valuemax={max}
            aria-valuetext={text}
          >
            <i
              style={{ width: `${Math.min(100, (100 * value) / max)}%` }}
              class={value > max ? 'over' : ''}
            />
          </span>
          <span>{text}</span>
        </div>
      ))}
    </div>
  );
}
