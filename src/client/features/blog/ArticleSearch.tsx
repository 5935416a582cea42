import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { Input } from '#client/ui/Input.tsx'

/** The search box for articles, for readers and admins. */
export const ArticleSearch = (
  props: Pick<ComponentProps<typeof Input>, 'value' | 'onChange' | 'readOnly'>,
) => (
  <Input
    type="search"
    aria-label="Search decrees"
    placeholder="Search the royal archives"
    autoComplete="off"
    maxLength={LIMITS.searchQuery}
    lead={<Search />}
    {...props}
  />
)
