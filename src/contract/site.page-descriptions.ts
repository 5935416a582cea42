import { BRAND } from './brand.ts'
import { LIMITS } from './limits.ts'
import type { PagePath } from './site.page-titles.ts'
import { cutText, inSentence, withoutTurns } from './text.ts'

/**
 * Descriptions of the pages that search engines may list: for the head, and on most of them below the title.
 * Pages that are missing here need an account, or are of no use in search results.
 */
export const DESCRIPTIONS = {
  '/': 'An uncensored social network: post short texts, pictures and videos, react, and chat. The words are rude, the porcelain is spotless, and everybody gets a seat.',
  '/feed': 'What the realm is letting go of at this very moment. Nobody has been asked to reconsider.',
  '/p/:postId': BRAND.tagline,
  '/u/:handle': BRAND.tagline,
  '/blog': 'Proclamations from the one seat that is never shared.',
  '/blog/:slug': BRAND.tagline,
  '/terms': `What you and ${BRAND.name} owe each other. It is a contract, so we kept the jokes out of the parts that matter.`,
  '/privacy':
    'Which data we hold, why, for how long, and how you get rid of it. Some doors should lock, and this is how ours do.',
  '/guidelines':
    'Be as crude as you like about the world. Be decent to the people in it. The rest of this page is that sentence, spelled out.',
  '/cookies':
    'We have a few cookies of our own, all of them dry. This page says what they do and what else your browser keeps for us.',
  '/disclaimer': 'This is satire. If anything here sounds official, it is because we practised.',
  '/founders': 'How one person, one seat and one very thin door became a palace.',
  '/login': 'Your seat is where you left it. Nobody else has had it.',
  '/register': `Free from ${LIMITS.consentAge} years on, and from ${LIMITS.minimumAge} with a parent. Bring your own paper.`,
} as const satisfies Partial<Record<PagePath, string>>

/** A post's page: its first 160 characters (product section 9), or its content warning. */
export const postDescription = ({
  text,
  contentWarn,
}: {
  text: string
  contentWarn: string | null
}): string => oneLine(contentWarn ?? text, LIMITS.metaDescription)

/** A blog post's page: its excerpt, or its first characters. */
export const articleDescription = ({
  excerpt,
  preview,
}: {
  excerpt: string | null
  preview: string
}): string => oneLine(excerpt ?? preview, LIMITS.metaDescription)

/** A profile's page: its bio, or a default. `house`: the name of the site. */
export const profileDescription = (
  profile: { displayName: string; handle: string; bio: string },
  house: string,
): string => oneLine(profile.bio, LIMITS.metaDescription) || `${profileTitle(profile)} on ${house}.`

/** As one line, cut to `most` UTF-16 units. */
export const oneLine = (text: string, most: number): string =>
  cutText(withoutTurns(text).replace(/\s+/g, ' ').trim(), most)

interface TitledPost {
  text: string
  contentWarn: string | null
  author: { displayName: string }
}

/** A post's page: its author and first 50 characters (product section 9), or its content warning. */
export const postTitle = ({ text, contentWarn, author }: TitledPost): string =>
  `${inSentence(author.displayName)}: ${oneLine(contentWarn ?? text, LIMITS.metaTitle)}`

export const profileTitle = ({ displayName, handle }: { displayName: string; handle: string }): string =>
  `${inSentence(displayName)} (@${handle})`
