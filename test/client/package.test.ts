import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { buildClient } from '../../scripts/client/build.ts'
import { openShop } from '../support/shop.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'purser-client-'))
const home = join(folder, 'node_modules/purser-client')
const compiler = join(root, 'node_modules/.bin/tsc')

before(() => {
  mkdirSync(dirname(home), { recursive: true })
  buildClient(home)
})
after(() => rmSync(folder, { recursive: true, force: true }))

test('the package is plain JavaScript with its types, and needs nothing else', () => {
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const ours = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  assert.deepEqual([manifest.version, manifest.license, manifest.sideEffects], [ours.version, ours.license, false])
  assert.equal('dependencies' in manifest, false)
  const files = globSync('**/*', { cwd: home })
  assert.ok(files.includes('LICENSE') && files.includes('dist/purser-client.js'))
  assert.deepEqual(
    files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts')),
    [],
  )
  for (const file of globSync('dist/**/*.{js,ts}', { cwd: home })) {
    const text = readFileSync(join(home, file), 'utf8')
    for (const [, from = ''] of text.matchAll(/from '([^']+)'/g)) assert.match(from, /^\.{1,2}\/[\w/.-]+\.js$/, file)
    assert.doesNotMatch(text, /node:|\bprocess\.|\bBuffer\b|\brequire\(/, file)
  }
})

test('its sources use nothing that a worker or a page does not have', () => {
  for (const libs of ['es2022,dom', 'es2022,webworker']) {
    execFileSync(compiler, ['-p', join(root, 'client'), '--lib', libs], { stdio: 'inherit' })
  }
})

const program = `
import { connectPurser, type UpdateBalanceRequest, verifyWebhook } from 'purser-client'
const purser = connectPurser({ baseUrl: 'https://x', brand: 'b', location: 'l', terminal: 't', key: 'k', secret: 's' })
export const request: UpdateBalanceRequest = { cardNumber: '1', action: 'issue' }
export const done = purser.updateBalance(request).then(({ requestRef }) => requestRef)
export const wrong = () => purser.WRONG({ cardNumber: '1' })
export { verifyWebhook }
`

test('a program that installs it is checked by its types, in any surroundings', () => {
  const options = { strict: true, noEmit: true, skipLibCheck: false, types: [], module: 'nodenext', target: 'es2022' }
  const compile = (text: string, lib: readonly string[]) => {
    writeFileSync(join(folder, 'program.ts'), text)
    const config = { compilerOptions: { ...options, lib }, files: ['program.ts'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    return execFileSync(compiler, ['-p', folder], { encoding: 'utf8' })
  }
  for (const lib of [
    ['es2022', 'dom'],
    ['es2022', 'webworker'],
  ])
    assert.equal(compile(program.replace('WRONG', 'reactivate'), lib), '')
  assert.throws(
    () => compile(program, ['es2022', 'dom']),
    ({ stdout }: { stdout: string }) => /Property 'WRONG' does not exist/.test(stdout),
  )
  const misspelt = program.replace('WRONG', 'reactivate').replace("'issue'", "'gift'")
  assert.throws(() => compile(misspelt, ['es2022', 'dom']))
})

test('a process that has only the package calls the server', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 5 })
  const options = {
    baseUrl: `http://127.0.0.1:${shop.port}`,
    brand: shop.id,
    location: 'L1',
    terminal: 'T1',
    key: 'till',
  }
  const script = `
    import { connectPurser } from 'purser-client'
    const purser = connectPurser(${JSON.stringify({ ...options, secret: shop.secret })})
    const found = await purser.search({ filters: { cardNumber: '${card}' }, returnFields: { balances: true } })
    console.log(found.cards[0].balances[0].amount)`
  writeFileSync(join(folder, 'program.js'), script)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const { stdout } = await promisify(execFile)(process.execPath, ['program.js'], { cwd: folder })
  assert.equal(stdout, '5\n')
})
