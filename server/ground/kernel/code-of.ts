/** The code that Node, PostgreSQL or a library gave an error, such as ENOENT or 42501; undefined if it has none. */
export function codeOf(error: unknown): string | undefined {
  // The job queue passes errors on as plain objects.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
