import { useEffect, useState } from 'preact/hooks';

/** Moments that are played in a second. */
export const SPEEDS = [1, 2, 4, 8] as const;

/** Where a replay stands, and how it is moved. */
export interface Player {
  readonly isPlaying: boolean;
  readonly speed: number;
  readonly setSpeed: (speed: number) => void;
  /** Plays from where it stands; from the beginning where it stands at the end. */
  readonly toggle: () => void;
  /** Goes to a place of the timeline, and stops there. */
  readonly go: (place: number) => void;
}

/** What plays a timeline of `count` moments that stands `at` one of them. `seek`: shows another one. */
export function usePlayer(count: number, at: number, given: number, seek: (place: number) => void): Player {
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(given);
  const last = count - 1;

  useEffect(() => {
    if (!isPlaying) return;
    if (at >= last) return setPlaying(false);
    const timer = setTimeout(() => seek(at + 1), 1_000 / speed);
    return () => clearTimeout(timer);
  }, [isPlaying, at, last, speed]);

  return {
    isPlaying,
    speed,
    setSpeed,
    toggle() {
      if (!isPlaying && at >= last) seek(0);
      setPlaying(!isPlaying);
    },
    go(place) {
      setPlaying(false);
      seek(Math.max(0, Math.min(last, place)));
    },
  };
}

/** Moments that Page Up and Page Down pass over. */
const PAGE = 10;

/** What a key does with a replay; false where it does nothing. */
export function pressed(key: string, at: number, count: number, player: Player): boolean {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageUp: at + PAGE,
    PageDown: at - PAGE,
    Home: 0,
    End: count - 1,
  };
  const place = steps[key];
  if (place !== undefined) player.go(place);
  else if (key === ' ') player.toggle();
  else return false;
  return true;
}
