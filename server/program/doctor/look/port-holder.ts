import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { codeOf } from '../../../ground/kernel/code-of.ts'

export const isPortInUse = (error: unknown) => codeOf(error) === 'EADDRINUSE'

/** Says who has the port, as far as this system tells, and what to do about it. */
export function portInUse({ host, port, flag = '--port' }: PortPlace): string {
  const holder = findListener(port)
  const orMove = `or choose another port with ${flag}.`
  if (!holder) {
    const search = `\`ss -ltnp "sport = :${port}"\` (as root) names it`
    return `Port ${port} of ${host} is in use by another program: ${search}. Stop that program, ${orMove}`
  }
  const { pid, program, isPurser } = holder
  const who = isPurser ? `another Purser server (process ${pid})` : `${program} (process ${pid})`
  return `Port ${port} of ${host} is in use by ${who}. Stop it with \`kill ${pid}\`, ${orMove}`
}

interface PortPlace {
  readonly host: string
  readonly port: number
  /** What it is chosen with. */
  readonly flag?: string
}

interface Listener {
  readonly pid: number
  /** Its name alone: what it was started with may hold secrets. */
  readonly program: string
  readonly isPurser: boolean
}

/** Only where there is /proc, and only among processes that we may look at. */
function findListener(port: number): Listener | undefined {
  const sockets = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => listeningSockets(file, port)))
  if (sockets.size === 0) return undefined
  const pid = processIds().find((id) => openFiles(id).some((file) => sockets.has(file)))
  if (pid === undefined) return undefined
  const words = (tryRead(`/proc/${pid}/cmdline`) ?? '').split('\0')
  const isPurser = words.some((word) => /(^|\/)(purser\.js|purser)$|server\/main\.ts$/.test(word))
  return { pid, program: basename(words[0] ?? '') || 'a program', isPurser: isPurser && words.includes('start') }
}

/** Lines such as `0: 0100007F:1F90 00000000:0000 0A …`, the tenth word being the socket's number; 0A is listening. */
function listeningSockets(file: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = (tryRead(file) ?? '').split('\n').map((line) => line.trim().split(/\s+/))
  return lines.filter((words) => words[1]?.endsWith(suffix) && words[3] === '0A').map((words) => `socket:[${words[9]}]`)
}

function processIds(): number[] {
  return tryList('/proc').map(Number).filter(Number.isInteger)
}

/** What the open files of a process are; nothing when it has ended or belongs to somebody else. */
function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`
  return tryList(folder).flatMap((name) => {
    try {
      return [readlinkSync(`${folder}/${name}`)]
    } catch {
      return []
    }
  })
}

function tryList(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function tryRead(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
