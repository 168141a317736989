import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { purserCommand } from '../support/purser-command.ts'
import { ServerProcess } from '../support/server-process.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

/** The first hour of a merchant: a server of production that nobody has touched, and after that only the browser. */

await useOwnDatabase()

const password = 'a lighthouse keeps its own hours'

async function firstLogin(page: Page): Promise<void> {
  const { output } = await purserCommand('user', 'link')
  await page.goto(`/portal/link#${/#([\w-]+)/.exec(output)?.[1]}`)
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('The same again').fill(password)
  await page.getByRole('button', { name: 'Set the password' }).click()
  const shown = page.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/)
  const secret = ((await shown.textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code of your app').fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Confirm and continue' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
}

const step = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

test(
  'from a server that was just started to the first call of a till, in the browser alone',
  needsBrowser,
  async (t) => {
    const server = new ServerProcess(t, ['--port', '0', '--environment', 'production', '--processes', '1', '--no-jobs'])
    const port = await server.ready()
    const { page, context } = await openWindow(t, port)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const began = performance.now()
    await firstLogin(page)

    await page.getByRole('heading', { name: 'Make a brand' }).waitFor()
    await page.getByText('This is production').waitFor()
    await page.getByText('npx purser brand apply').waitFor()
    assert.deepEqual(await inaccessible(page), [])
    await page.getByRole('button', { name: 'Make the brand' }).click()
    await page.getByText('Please fill this in.').first().waitFor()
    await page.getByLabel('What is your brand called?').fill('Lighthouse Coffee')
    assert.equal(await page.getByRole('combobox', { name: 'Country' }).inputValue(), 'United States')
    assert.match(await page.getByRole('combobox', { name: 'Currency' }).inputValue(), /^USD/)
    await page.getByLabel('Your first place').fill('Pier 1')
    await page.getByRole('button', { name: 'Make the brand' }).click()

    await page.getByRole('heading', { name: 'Your first steps' }).waitFor()
    assert.deepEqual(await inaccessible(page), [])
    assert.equal(await page.getByText('All is well').count(), 0)
    await step(page, 'A program').getByText('(done)').waitFor()
    await step(page, 'A key for your till').getByText('(to do)').waitFor()

    await step(page, 'A sale at the terminal').getByRole('link', { name: 'Open the terminal' }).click()
    await page.getByRole('button', { name: 'New card' }).click()
    await page.getByRole('dialog').getByRole('button', { name: /card/i }).last().click()
    await page.getByRole('heading', { name: 'Lighthouse Coffee Rewards' }).waitFor()
    const card = JSON.parse(new URL(page.url()).searchParams.get('text') ?? '')

    await page.getByRole('link', { name: 'Home' }).click()
    await step(page, 'A key for your till').getByRole('link', { name: 'Connect a till' }).click()
    await page.getByRole('button', { name: 'Make the key' }).click()
    await page.getByText('The key till-1 is made').waitFor()
    assert.deepEqual(await inaccessible(page), [])
    const lines = await page.locator('pre[tabindex]').allTextContents()
    await page.getByText('Waiting for the first call').waitFor()
    const run = (line = '') =>
      JSON.parse(execFileSync('bash', ['-c', line.replace('curl', 'curl -s')], { encoding: 'utf8' }))
    assert.equal(run(lines[0]).success, true)
    await page.getByText('The first call has arrived').waitFor()
    const seconds = Math.round((performance.now() - began) / 1000)
    t.diagnostic(`${seconds} seconds, most of them the machine's`)
    assert.ok(seconds < 600)

    assert.equal(run(lines[1]).success, true)
    const sale = run(lines[2]?.replace('CARD', card))
    assert.equal(sale.success, true, JSON.stringify(sale))
    await page.getByRole('link', { name: 'Back to the first steps' }).click()
    await page.getByRole('heading', { name: 'The last 30 days' }).waitFor()
    assert.equal(await page.getByRole('heading', { name: 'Your first steps' }).count(), 0)
    await until('the sale is on Home', async () => (await page.getByText('Checkouts today').count()) > 0, 20)
  },
)
