import { test } from 'node:test'
import { runPage } from './support/page-commands.ts'

test('docs/tutorial.md does what it says, from nothing', () => runPage('docs/tutorial.md'))

test('README.md does what it says, beside a server', () => runPage('README.md', { before: 'npx purser start' }))
