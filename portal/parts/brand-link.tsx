import { Anchor, type AnchorProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useBrand } from '../ask/brand-context.ts'

interface BrandLinkProps extends AnchorProps {
  /** The address inside the brand, such as "cards/7000123". */
  readonly to: string
  readonly search?: Readonly<Record<string, unknown>>
  readonly children: ReactNode
}

/** Leads to another page of the brand that is open. */
export function BrandLink({ to, search, children, ...rest }: BrandLinkProps) {
  const address = `/b/${encodeURIComponent(useBrand().id)}/${to}`
  return (
    <Anchor
      {...rest}
      renderRoot={(props) => <Link to={address} {...(search && { search: search as never })} {...props} />}
    >
      {children}
    </Anchor>
  )
}
