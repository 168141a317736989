import { getRouteApi, Outlet } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { BrandContext } from '../ask/brand-context.ts'
import { isLanguage, useSpoken } from '../texts/texts.ts'
import { ConfirmIdentity } from './confirm-identity.tsx'
import { Frame } from './frame.tsx'
import { writtenIn } from './written-in.ts'

const route = getRouteApi('/b/$brand')

/** The frame of a brand's pages; whatever is inside knows the brand and who is there. */
export function BrandFrame() {
  const { me, brand } = route.useRouteContext()
  const { language, speak } = useSpoken()
  // Whoever has chosen a language is spoken to in it, on whatever machine they log in.
  useEffect(() => {
    if (me.language !== undefined && isLanguage(me.language)) speak(me.language)
  }, [me.language, speak])
  const open = useMemo(
    () => ({ me, brand: { ...brand, language: writtenIn(language, brand.language) } }),
    [me, brand, language],
  )
  return (
    <BrandContext value={open}>
      <Frame>
        <Outlet />
      </Frame>
      <ConfirmIdentity me={me} />
    </BrandContext>
  )
}
