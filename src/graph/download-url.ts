/** An address under which the facade itself gives a file; the edge answers it. */
export function downloadUrl(publicUrl: URL, ...segments: readonly unknown[]): string {
  const path = segments.map((segment) => encodeURIComponent(String(segment))).join('/');
  return new URL(`downloads/${path}`, publicUrl).href;
}
