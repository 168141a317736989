import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The processes that work in a folder or have it in their words: `1234 postgres -D …`. Nothing where there is no /proc. */
export function processesIn(folder: string): readonly string[] {
  return allProcesses().flatMap((pid) => {
    const words = readOr(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
    const place = readOr(() => readlinkSync(`/proc/${pid}/cwd`))
    return words.includes(folder) || `${place}/`.startsWith(`${folder}/`) ? [`${pid} ${words}`] : []
  })
}

const allProcesses = () => readOr(() => readdirSync('/proc').join(' ')).match(/\b\d+\b/g) ?? []

/** A process may end while it is looked at. */
function readOr(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
