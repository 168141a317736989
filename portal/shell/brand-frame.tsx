import { getRouteApi, Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { BrandContext } from './brand-context.ts'
import { ConfirmIdentity } from './confirm-identity.tsx'
import { Frame } from './frame.tsx'

const route = getRouteApi('/b/$brand')

/** The frame of a brand's pages; whatever is inside knows the brand and who is there. */
export function BrandFrame() {
  const { me, brand } = route.useRouteContext()
  const open = useMemo(() => ({ me, brand }), [me, brand])
  return (
    <BrandContext value={open}>
      <Frame>
        <Outlet />
      </Frame>
      <ConfirmIdentity />
    </BrandContext>
  )
}
