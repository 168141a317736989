import { readFileSync } from 'node:fs'

const lookEveryMs = 500

/**
 * Ends this process as SIGTERM would, once the npm that runs it is gone. npm passes SIGTERM on only to the shell between
 * them, which ends without a word to us, and after a kill -9 it passes on nothing: without this, a server would go on,
 * and keep its port and its data folder, although whoever started it has stopped it.
 */
export function stopWithNpm() {
  const parent = process.ppid
  const npm = isNpm(parent) ? undefined : findNpmAbove(parent)
  stopUnless(() => process.ppid === parent && (npm === undefined || isAlive(npm)))
}

/**
 * Ends this process as SIGTERM would, once the process that launched it on another Node is gone, even by kill -9. Whoever
 * has lost its parent belongs to another process from then on.
 */
export function stopWithLauncher(launcher) {
  stopUnless(() => process.ppid === launcher)
}

function stopUnless(isWanted) {
  const timer = setInterval(() => {
    if (isWanted()) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, lookEveryMs)
  timer.unref()
}

/** The npm whose shell a process is. Beyond npm, processes may come and go. */
function findNpmAbove(shell) {
  const above = parentOf(shell)
  return above !== undefined && isNpm(above) ? above : undefined
}

/** Opens no file: a server that has run out of them must not take that for the end of npm. */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

const isNpm = (pid) => read(pid, 'comm').startsWith('npm')

/** The second word after the program's name, which stands in brackets and may itself hold blanks and brackets. */
function parentOf(pid) {
  const stat = read(pid, 'stat')
  const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  return Number.isInteger(parent) ? parent : undefined
}

/** Nothing on a system without /proc, where only our own parent is known. */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
