import { endSoon } from './command-line/lifetime.ts'
import { currentOperator } from './command-line/operator.ts'
import { runCommandLine } from './command-line/run.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), process.env, currentOperator(process.env))
endSoon()
