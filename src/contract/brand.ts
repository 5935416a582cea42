/** The product's name and claims in one place (DECISIONS row 1). */
export const BRAND = {
  name: 'Royal Flush',
  blogName: 'Royal Blog',
  tagline: 'Post it. Roast it. Share it.',
  /** Support addresses of the landing and founders footers, product section 2. */
  mail: {
    help: 'help@royalflush.example',
    safety: 'safety@royalflush.example',
    contact: 'contact@royalflush.example',
    legal: 'legal@royalflush.example',
  },
} as const
