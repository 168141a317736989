import { readFileSync } from 'node:fs'
import type { MemberPages } from '../../../domain/brand/shapes/member-shape.ts'
import { colorOf, squarePng } from '../../pages/poster/png.ts'

const besides = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

const commonStyle = besides('member.css')
export const memberScript = besides('member-script.js')
export const passkeyScript = besides('passkey-script.js')
export const embedScript = besides('embed-script.js')
export const memberWorker = besides('member-worker.js')

/** Black or white, whichever is read better on the colour. */
function inkOn(color: string): '#000000' | '#ffffff' {
  const light = luminance(color)
  return (light + 0.05) / 0.05 > 1.05 / (light + 0.05) ? '#000000' : '#ffffff'
}

/** As WCAG defines it, 0 to 1. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The brand's colours are variables; the file has checked that they are #rrggbb. */
export function memberStyle({ colors }: Pick<MemberPages, 'colors'>): string {
  const { primary, background, text } = colors
  const own = [
    `--primary:${primary}`,
    `--on-primary:${inkOn(primary)}`,
    ...(background ? [`--page:${background}`] : []),
    ...(text ? [`--ink:${text}`] : []),
  ]
  return `${commonStyle}\n:root{${own.join(';')}}\n`
}

export function manifestOf(
  { base, name }: { readonly base: string; readonly name: string },
  { colors }: Pick<MemberPages, 'colors'>,
): string {
  return JSON.stringify({
    name,
    short_name: name.slice(0, 20),
    start_url: `${base}?from=installed`,
    scope: base,
    display: 'standalone',
    theme_color: colors.primary,
    background_color: '#ffffff',
    icons: [
      { src: `${base}/icon.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      ...[192, 512].map((size) => ({
        src: `${base}/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'any maskable',
      })),
    ],
  })
}

/** For home screens that take no drawing: a card on the brand's colour, with room around it for whatever is cut off. */
export function iconPng({ colors }: Pick<MemberPages, 'colors'>, size: number): Buffer {
  const [ground, card] = [colorOf(colors.primary), colorOf(inkOn(colors.primary))]
  return squarePng(size, (x, y) => {
    const [across, down] = [x / size, y / size]
    const isCard = across > 0.22 && across < 0.78 && down > 0.32 && down < 0.68
    const isStripe = down > 0.4 && down < 0.47
    return isCard && !isStripe ? card : ground
  })
}

/** The first letter of the brand on its colour, where nothing else is given. */
export function iconOf({ name }: { readonly name: string }, { colors }: Pick<MemberPages, 'colors'>): string {
  const letter = [...name.trim()][0]?.toUpperCase().replace(/[&<>"']/g, '') ?? ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="18" fill="${colors.primary}"/><text x="50" y="70" font-family="system-ui,sans-serif" font-size="60" font-weight="700" text-anchor="middle" fill="${inkOn(colors.primary)}">${letter}</text></svg>`
}
