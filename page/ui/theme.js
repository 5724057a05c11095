// SPDX-License-Identifier: GPL-3.0-or-later
//
// theme.js: what drawings need to know of the screen: dark or light, and how wide their place is.
//
// Usage: const colours = useColours();              // figures/palette.js, drawn anew when the scheme changes
//        const width = useWidth(ref, 800);          // CSS pixels of the element
//        const pixel = usePixels();                 // physical pixels per CSS pixel
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { usePrinting } from './print.js';
import { palette } from '../figures/palette.js';

const DARK = '(prefers-color-scheme: dark)';

export function useColours() {
  const [dark, setDark] = useState(() => matchMedia(DARK).matches);
  const printing = usePrinting();
  useEffect(() => {
    const query = matchMedia(DARK);
    const changed = () => setDark(query.matches);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, []);
  return palette(dark && !printing);
}

export function useWidth(ref, first) {
  const [width, setWidth] = useState(first);
  const printing = usePrinting();
  useLayoutEffect(() => {
    const measure = () => setWidth(Math.max(240, Math.floor(ref.current.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [printing]);
  return width;
}

export function usePixels() {
  const [ratio, setRatio] = useState(window.devicePixelRatio || 1);
  useEffect(() => {
    const query = matchMedia(`(resolution: ${ratio}dppx)`);
    const changed = () => setRatio(window.devicePixelRatio || 1);
    query.addEventListener('change', changed);
    addEventListener('resize', changed);
    return () => {
      query.removeEventListener('change', changed);
      removeEventListener('resize', changed);
    };
  }, [ratio]);
  return ratio;
}
