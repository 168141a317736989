import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { endsWithUs } from './stopping.ts'

/**
 * A program of this folder in a process of its own. It says a line for each thing that it has done, and ends when its
 * input does: whoever does harm must not depend on when the one who looks has time.
 */
export class ToolProcess {
  /** How often it said each line. */
  readonly counts: Record<string, number> = {}
  private readonly child: ChildProcess
  private readonly answers: ((line: string) => void)[] = []
  private readonly ended: () => void

  private constructor(file: string, words: readonly string[]) {
    // In a group of its own: what a terminal stops is not meant for it, it ends when we tell it.
    this.child = spawn(process.execPath, [join(import.meta.dirname, file), ...words], {
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.child.stdin?.on('error', () => undefined)
    this.ended = endsWithUs(() => this.end())
  }

  /** Resolves when it has said that it is ready. */
  static async start(file: string, words: readonly string[]): Promise<ToolProcess> {
    const tool = new ToolProcess(file, words)
    const { stdout } = tool.child
    if (!stdout) throw new Error('it has no output')
    await new Promise<void>((resolve, reject) => {
      tool.child.once('exit', () => reject(new Error(`${file} ended before it was ready`)))
      createInterface({ input: stdout }).on('line', (line) => {
        if (line === 'ready') resolve()
        else if (line.startsWith('{')) tool.answers.shift()?.(line)
        else tool.counts[line] = (tool.counts[line] ?? 0) + 1
      })
    })
    return tool
  }

  get count(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0)
  }

  tell(word: string): void {
    this.child.stdin?.write(`${word}\n`)
  }

  /** Tells it something that it answers with a line of JSON. */
  answer(words: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.child.once('exit', () => reject(new Error('it ended before it had answered')))
      this.answers.push(resolve)
      this.tell(words)
    })
  }

  async end(): Promise<void> {
    const { child } = this
    this.ended()
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'close')
      child.stdin?.end()
      await ended
    }
    if (child.exitCode !== 0) throw new Error(`${child.spawnargs[1]} ended with ${child.exitCode ?? child.signalCode}`)
  }
}
