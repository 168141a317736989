import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, type TestContext } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

/** The one without windows takes a quarter less of a processor. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = names.map((name) => `/usr/bin/${name}`)

/** The system's Chromium, if it has one. */
const findBrowser = () => places.find((place) => existsSync(place))

/** For tests that need a browser: a machine without one skips them, and says so. */
export const needsBrowser = findBrowser() === undefined ? { skip: 'there is no Chromium on this machine' } : {}

let browser: Promise<Browser> | undefined

after(closeBrowser)

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close()
  browser = undefined
}

function openBrowser(): Promise<Browser> {
  const installed = findBrowser()
  assert.ok(installed, 'there is a Chromium')
  browser ??= chromium.launch({
    executablePath: join(import.meta.dirname, 'chromium.sh'),
    env: { ...process.env, TEST_CHROMIUM: installed },
    // Chromium's own sandbox cannot be set up by root, nor in most containers.
    args: ['--no-sandbox'],
  })
  return browser
}

export interface WindowOptions {
  readonly colorScheme?: 'light' | 'dark'
  readonly locale?: string
  readonly width?: number
  readonly height?: number
  /** A cookie as the server set it: whoever it belongs to is logged in. */
  readonly cookie?: string
  /** It does not mind who has signed a certificate. */
  readonly trustsAll?: boolean
}

export interface Window {
  readonly page: Page
  readonly context: BrowserContext
  /** What the browser complained about: errors of scripts, and whatever the page's policy forbids. */
  readonly complaints: readonly string[]
}

/** A browser window of its own on a server. When the test ends, it may not have complained about anything. */
export async function openWindow(t: TestContext, port: number, options: WindowOptions = {}): Promise<Window> {
  const window = await openUncheckedWindow(port, options)
  t.after(async () => {
    await window.context.close()
    assert.deepEqual(window.complaints, [])
  })
  return window
}

export async function openUncheckedWindow(port: number, options: WindowOptions = {}): Promise<Window> {
  const {
    colorScheme = 'light',
    locale = 'en-US',
    width = 1440,
    height = 900,
    cookie = '',
    trustsAll = false,
  } = options
  const url = `http://127.0.0.1:${port}`
  const browser = await openBrowser()
  const context = await browser.newContext({
    baseURL: url,
    colorScheme,
    locale,
    viewport: { width, height },
    reducedMotion: 'reduce',
    ignoreHTTPSErrors: trustsAll,
  })
  const [name, value] = cookie.split('=')
  if (name && value) await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  // A busy machine may take ten times as long as usual.
  page.setDefaultTimeout(40_000)
  return { page, context, complaints: collectComplaints(page) }
}

function collectComplaints(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A refusal is an answer that the application shows; the browser mentions its status.
    const isRefusal = /\/portal\/(api|call)\//.test(message.location().url)
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
  return complaints
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run(options: { readonly runOnly?: readonly string[] }): Promise<{
    readonly violations: readonly {
      readonly id: string
      readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
    }[]
  }>
}

/** What is not accessible on the page as it is; or of its colors only, where the rest was looked at before. */
export async function inaccessible(
  page: Page,
  what: 'everything' | 'colors' = 'everything',
): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  return page.evaluate(
    async (options) => {
      const { axe } = globalThis as unknown as { axe: Axe }
      const { violations } = await axe.run(options)
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary.replaceAll('\n', ' ')}`),
      )
    },
    what === 'colors' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {},
  )
}

/** What reacts to a click and cannot be reached by keyboard: neither itself, nor something in it or around it. */
export function mouseOnly(page: Page): Promise<readonly string[]> {
  return page.evaluate(`{
    const reached = 'a[href], button, input, select, textarea, summary, label, [tabindex], [contenteditable]'
    const propsOf = (one) => one[Object.keys(one).find((key) => key.startsWith('__reactProps$'))] ?? {}
    const isClicked = (one) => ['onClick', 'onMouseDown', 'onPointerDown'].some((name) => propsOf(one)[name])
    const found = [...document.querySelectorAll('#root *')].filter(
      (one) => isClicked(one) && !one.closest(reached) && !one.querySelector(reached),
    )
    found.map((one) => one.outerHTML.slice(0, 200))
  }`)
}

/** Gives the window another size, and waits until everything has found its place in it. */
export async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size)
  await settled(page)
}

/** What the system is set to; the portal follows it while it is open. */
export async function inColors(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
  await settled(page)
}

/** Colours fade into each other, and what slides out takes its time. */
const settled = (page: Page) =>
  page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() =>
    Promise.all(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished.catch(() => undefined))))`)

/**
 * What does not fit into the window: what reaches beyond it, unless it stands in something that can be scrolled by
 * itself, and fields, buttons and tabs whose words are cut off.
 */
export function misfits(page: Page): Promise<readonly string[]> {
  return page.evaluate(`{
    const width = document.documentElement.clientWidth
    const isSeen = (one) => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
    const name = (one) => one.tagName.toLowerCase() + ' "' + (one.value ?? one.textContent).slice(0, 80) + '" ' + one.className
    const scrolls = (one) => {
      for (let up = one.parentElement; up; up = up.parentElement)
        if (/auto|scroll/.test(getComputedStyle(up).overflowX) && up.scrollWidth > up.clientWidth) return true
      return false
    }
    const isAside = (one) => one.closest('[aria-hidden=true], [data-visually-hidden], nav') !== null
    const all = [...document.querySelectorAll('body *')].filter((one) => isSeen(one) && !isAside(one))
    const beyond = all.filter((one) => {
      const { right, left, width: own } = one.getBoundingClientRect()
      return own > 1 && (right > width + 1 || left < -1) && !scrolls(one)
    })
    // A name that somebody gave may be longer than any field.
    const isName = ({ value }) => value.length > 40
    const cut = (one) => one.scrollWidth > one.clientWidth + 1
    const intrinsic = (one) => {
      const twin = one.cloneNode()
      twin.removeAttribute('id')
      twin.style.cssText = 'position:absolute;visibility:hidden;width:max-content;min-width:0'
      one.after(twin)
      const { width: wanted } = twin.getBoundingClientRect()
      twin.remove()
      return wanted
    }
    const fields = all.filter((one) => {
      if (one.matches('input[type=time], input[type=date], input[type=datetime-local]'))
        return intrinsic(one) > one.getBoundingClientRect().width + 1
      if (one.matches('input[aria-haspopup=listbox]')) return one.value !== '' && !isName(one) && cut(one)
      const { overflowX, textOverflow } = getComputedStyle(one)
      return one.matches('button *, [role=tab] *, label *') && overflowX === 'hidden' && textOverflow !== 'ellipsis' && cut(one)
    })
    const sideways = document.documentElement.scrollWidth > width ? ['sideways: ' + document.documentElement.scrollWidth] : []
    ;[...sideways, ...beyond.map((one) => 'beyond: ' + name(one)), ...fields.map((one) => 'cut: ' + name(one))].slice(0, 8)
  }`)
}
