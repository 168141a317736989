import { type Finding, ok, problem, warning } from '../finding.ts'

export interface Disk {
  readonly path: string
  readonly freeBytes: number
  readonly totalBytes: number
  /** 0 in both where the file system does not count them. */
  readonly freeFiles: number
  readonly totalFiles: number
}

const mebibyte = 2 ** 20
const gibibyte = 2 ** 30
/** Below this, the next checkpoint may fill it. */
const problemBytes = 512 * mebibyte
const warningBytesMin = 2 * gibibyte
/** Of a large disk a twentieth is more than anybody needs to be warned of. */
const warningBytesMax = 20 * gibibyte
const problemFiles = 1000

export function judgeDisk({ path, freeBytes, totalBytes, freeFiles, totalFiles }: Disk): Finding[] {
  const found = `${sizeOf(freeBytes)} of ${sizeOf(totalBytes)} are free at ${path}`
  const advice = 'Free some space or enlarge the disk: when it is full, calls are refused with error 109.'
  const warnBelow = Math.max(warningBytesMin, Math.min(totalBytes / 20, warningBytesMax))
  const space = levelOf(freeBytes, problemBytes, warnBelow)('disk space', found, advice)
  if (totalFiles === 0) return [space]
  const inodes = levelOf(freeFiles, problemFiles, totalFiles / 50)
  return [
    space,
    inodes('inodes', `${freeFiles} of ${totalFiles} are free at ${path}`, 'Remove files that are not needed.'),
  ]
}

function levelOf(free: number, problemBelow: number, warnBelow: number) {
  if (free < problemBelow) return problem
  return free < warnBelow ? warning : ok
}

function sizeOf(bytes: number): string {
  return bytes < gibibyte ? `${Math.floor(bytes / mebibyte)} MiB` : `${(bytes / gibibyte).toFixed(1)} GiB`
}
