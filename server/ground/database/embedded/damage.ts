/** What PostgreSQL says when its own files are not what it wrote. */
const signs = [
  /control file/,
  /pg_control/,
  /could not find the database system/,
  /valid checkpoint record/,
  /database files are incompatible with server/,
  /invalid page in block/,
  /could not access status of transaction/,
]

/** The database's files are damaged: no other start will go better. */
export class DatabaseDamaged extends Error {}

/** What to do about it: whatever else is tried may lose what could still be saved. */
export const damagedAdvice =
  'Keep the folder as it is, and restore the newest backup into another: "purser restore FILE --data FOLDER" (docs/backup.md).'

/** What a PostgreSQL that did not start has written; undefined if it says nothing of damage. */
export function findDamage(output: string): string | undefined {
  const lines = output.split('\n').filter((line) => /\b(?:FATAL|PANIC|ERROR)\b|could not find the database/.test(line))
  const line = lines.find((one) => signs.some((sign) => sign.test(one)))
  return line?.replace(/^.*?\b(?:FATAL|PANIC|ERROR):\s*/, '').trim()
}
