import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toast, useToasts } from './toast.ts'

const titles = () => useToasts.getState().toasts.map(({ title }) => title)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  useToasts.setState({ toasts: [] })
  vi.useRealTimers()
})

describe('A toast', () => {
  it('replaces the previous one: one is visible at a time', () => {
    toast({ title: 'Link copied!' })
    toast({ title: 'Post created!' })
    expect(titles()).toEqual(['Post created!'])
  })

  it('is closed when dismissed, and removed 1,000,000 ms later', () => {
    const { dismiss } = toast({ title: 'Link copied!' })
    dismiss()
    expect(useToasts.getState().toasts[0]?.open).toBe(false)
    vi.advanceTimersByTime(999_999)
    expect(titles()).toEqual(['Link copied!'])
    vi.advanceTimersByTime(1)
    expect(titles()).toEqual([])
  })

  it('stays when a dismissed one that it replaced is removed', () => {
    toast({ title: 'old' }).dismiss()
    vi.advanceTimersByTime(999_000)
    toast({ title: 'new' })
    vi.advanceTimersByTime(2_000)
    expect(titles()).toEqual(['new'])
  })
})
