import { examine } from '../../doctor/examine.ts'
import type { Finding, Level } from '../../doctor/finding.ts'
import type { CommandContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { counted } from '../counted.ts'
import { currentVersion } from '../version.ts'

/** Looks at everything that commonly goes wrong, and says what to do; the exit status tells whether there is a problem. */
export async function doctor({ config }: CommandContext): Promise<void> {
  const findings = await examine(config)
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length
  const [problems, warnings] = [count('problem'), count('warning')]
  const text = config.json ? toJson(findings, problems, warnings) : toText(findings)
  process.stdout.write(text)
  const summary = `${counted(problems, 'problem')}, ${counted(warnings, 'warning')}, ${count('ok')} ok.`
  if (problems > 0) throw new CommandFailed([summary])
  if (!config.json) process.stdout.write(`${summary}\n`)
}

/** One object on one line. */
function toJson(findings: readonly Finding[], problems: number, warnings: number): string {
  return `${JSON.stringify({ version: currentVersion(), problems, warnings, findings })}\n`
}

/** `warning  clock        this machine is …`, and below it what to do. */
function toText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ point }) => point.length)) + 2
  const indent = ' '.repeat(levelWidth + width)
  return findings
    .map(({ point, level, found, advice }) => {
      const line = `${level.padEnd(levelWidth)}${point.padEnd(width)}${found}\n`
      return advice === undefined ? line : `${line}${indent}${advice}\n`
    })
    .join('')
}

const levelWidth = 'problem'.length + 2
