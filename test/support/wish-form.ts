import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { PortalRoom } from './portal-room.ts'

/** The editor of campaigns, as somebody works with it who has a wish and knows no word of the brand file. */
export class WishForm {
  readonly page: Page
  private readonly room: PortalRoom

  constructor(page: Page, room: PortalRoom) {
    this.page = page
    this.room = room
  }

  /** Begins a campaign with nothing but what its customers get. */
  async begin(name: string, result: RegExp): Promise<void> {
    await this.page.goto(`/portal/b/${this.room.shop.id}/campaigns/new`)
    await this.page.getByRole('button', { name: 'Start from nothing' }).click()
    await this.part('Campaign').getByLabel('Name', { exact: true }).fill(name)
    await this.get(result)
  }

  part(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true })
  }

  /** Of the last rule. */
  get gets(): Locator {
    return this.part('What they get').last()
  }

  get limits(): Locator {
    return this.part('Limits and budget').last()
  }

  async get(result: RegExp): Promise<void> {
    await this.gets.getByRole('button', { name: 'Add what they get' }).click()
    await this.page.getByRole('menuitem', { name: result }).click()
  }

  /** Chooses in a field, of which several may have the label: the last one. */
  async choose(label: string, option: RegExp | string, within: Locator = this.page.locator('main')): Promise<void> {
    await within.getByRole('combobox', { name: label, exact: true }).last().click()
    await this.page.getByRole('option', { name: option }).last().click()
    // In a little form of a condition, it would close that.
    if ((await within.getAttribute('role')) !== 'dialog') await this.page.keyboard.press('Escape')
  }

  async fill(label: string, text: string, within: Locator = this.page.locator('main')): Promise<void> {
    await within.getByRole('textbox', { name: label, exact: true }).last().fill(text)
  }

  /** On certain products of the catalogue. */
  async onProducts(...names: readonly string[]): Promise<void> {
    await this.gets.getByText('Certain products', { exact: true }).click()
    for (const name of names) await this.choose('Products', name, this.gets)
  }

  /** Searches a condition as people call it, and opens its little form. */
  async only(button: string, search: string, condition: string): Promise<Locator> {
    await this.page.getByRole('button', { name: button }).last().click()
    await this.page.getByLabel('What is it about?').fill(search)
    await this.page.getByRole('button', { name: condition, exact: true }).first().click()
    return this.page.getByRole('dialog').last()
  }

  async closeDialog(): Promise<void> {
    await this.page.keyboard.press('Escape')
    await this.page.keyboard.press('Escape')
  }

  /** What the campaign is in words. */
  words(): Promise<string> {
    return this.part('In words').innerText()
  }

  /** Reviews and publishes at once: what was typed last is in it. */
  async publish(last: RegExp): Promise<void> {
    await this.page.getByText('Nothing to mend').waitFor()
    const [, draftId = ''] = /drafts\/([^/]+)\//.exec(this.page.url()) ?? []
    await this.page.getByRole('link', { name: 'Review and publish' }).click()
    await this.page.getByRole('button', { name: 'Publish', exact: true }).click()
    await this.page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
    await this.page
      .getByText(/was published as version/)
      .first()
      .waitFor()
    const { entries } = await this.room.shop.must('draftLookup', { draftId })
    assert.ok(
      entries.some(({ text = '' }: { text?: string }) => last.test(text)),
      `the draft has ${last}`,
    )
  }
}
