import { execFileSync } from 'node:child_process'

/** The commit that a release is built from. It says so if it is not exactly that one, or not known. */
export function findCommit(root: string): string {
  try {
    const commit = git(root, 'rev-parse', 'HEAD')
    return git(root, 'status', '--porcelain') === '' ? commit : `${commit} with changes`
  } catch {
    return 'an unknown commit'
  }
}

function git(cwd: string, ...words: string[]): string {
  return execFileSync('git', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}
