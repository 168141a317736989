import { endSoon } from './program/command-line/lifetime.ts'
import { currentOperator } from './program/command-line/operator.ts'
import { runCommandLine } from './program/command-line/run.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), process.env, currentOperator(process.env))
endSoon()
