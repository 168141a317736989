import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { clusterFiles } from './cluster-files.ts'
import { importsOf } from './source-imports.ts'

/** Which test files are wanted, as the command line of the runner says. */
export interface Choice {
  readonly updatesSnapshots: boolean
  /** Parts of paths; none: all. */
  readonly parts: readonly string[]
  /** Only what imports something that differs from the main branch. */
  readonly isChanged: boolean
  /** On a cluster with Citus, in place of one PostgreSQL. */
  readonly isOnCluster: boolean
  /** One part of several, so that several machines share a run: 1 of 4. */
  readonly shard?: { readonly at: number; readonly of: number }
}

export function readChoice(words: readonly string[]): Choice | string {
  const shardAt = words.indexOf('--shard')
  const [, at, of] = /^(\d+)\/(\d+)$/.exec(shardAt < 0 ? '' : (words[shardAt + 1] ?? '')) ?? []
  const shard = at === undefined ? undefined : { at: Number(at), of: Number(of) }
  if (shardAt >= 0 && (!shard || shard.at < 1 || shard.at > shard.of)) return '--shard needs a part such as 1/4.'
  const rest = words.filter((_, index) => shardAt < 0 || (index !== shardAt && index !== shardAt + 1))
  const flags = rest.filter((word) => word.startsWith('--'))
  const unknown = flags.find((flag) => !['--update-snapshots', '--changed', '--citus'].includes(flag))
  if (unknown !== undefined)
    return `${unknown} is no option: there are --changed, --citus, --shard I/N and --update-snapshots.`
  return {
    updatesSnapshots: flags.includes('--update-snapshots'),
    isChanged: flags.includes('--changed'),
    isOnCluster: flags.includes('--citus'),
    parts: rest.filter((word) => !word.startsWith('--')),
    ...(shard && { shard }),
  }
}

/** The test files of a choice; what a shard leaves out is decided by whole processes, later. */
export function chosenFiles({ parts, isChanged, isOnCluster }: Choice): readonly string[] {
  const every = globSync('test/**/*.test.ts').toSorted()
  const all = isOnCluster && parts.length === 0 ? clusterFiles(every) : every
  const named = parts.length > 0 ? all.filter((file) => parts.some((part) => file.includes(part))) : all
  return isChanged ? reachedBy(changedFiles(), named) : named
}

/** What differs from where this branch left main, committed or not. */
function changedFiles(): readonly string[] {
  const git = (...words: readonly string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()
  const main = git('for-each-ref', '--format=%(refname)', 'refs/remotes/origin/main', 'refs/heads/main').split('\n')[0]
  const base = main ? git('merge-base', 'HEAD', main) : 'HEAD'
  const tracked = git('diff', '--name-only', base).split('\n')
  const added = git('ls-files', '--others', '--exclude-standard').split('\n')
  return [...tracked, ...added].filter((path) => path !== '')
}

/** Those that are among the changed files, or import one, directly or by others. What imports cannot tell is not seen. */
export function reachedBy(changed: readonly string[], files: readonly string[]): readonly string[] {
  const texts = new Map<string, readonly string[]>()
  const importedBy = (path: string): readonly string[] => {
    const known = texts.get(path)
    if (known) return known
    let text = ''
    try {
      text = readFileSync(path, 'utf8')
    } catch {
      // A file that is gone imports nothing.
    }
    const found = importsOf([{ path, text }]).map(({ to }) => to)
    texts.set(path, found)
    return found
  }
  const wanted = new Set(changed)
  const reaches = (file: string): boolean => {
    const seen = new Set<string>()
    const open = [file]
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (wanted.has(path)) return true
      if (seen.has(path)) continue
      seen.add(path)
      open.push(...importedBy(path))
    }
    return false
  }
  return files.filter(reaches)
}
