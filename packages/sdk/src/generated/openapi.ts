// Generated from the contract by "npm run generate -w @heliograph/sdk". Do not edit.
export interface paths {
    "/signals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search published signals
         * Filters combine with AND; the items of a list with OR. Results are ordered by activity date, then by id, latest first. With `semantic`, results are the signals that pass the filters among the up to 1,000 nearest in meaning to the text, ordered by similarity, then by id. Needs the scope `signals:read`.
         */
        get: operations["searchSignals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a company
         * One company by its slug, for one record. Needs the scope `companies:read`.
         */
        get: operations["getCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/filter-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List filter options
         * The identifiers of categories, hiring labels, and funding stages, and the values of industries, sizes, and countries. Free, for any valid key.
         */
        get: operations["getFilterOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get usage
         * Usage of a UTC month, by default the current one, and what is left now. Daily figures lag by about a second; the others are exact immediately. Free, for any valid key.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow signals
         * What was published, updated, and withdrawn among the matching signals, in order: nothing is skipped, and a cursor repeats nothing. Published and updated signals are matched and returned as they are now. A signal costs one record the first time the account gets it here, and nothing for the next 30 days; withdrawals are free. An empty response costs nothing and frees its Idempotency-Key. Counts as one search, however long it is held. Needs the scope `signals:read`.
         */
        get: operations["getChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest filter values
         * Companies, countries, cities, industries, or categories whose names contain what was typed so far, most published signals first; those without any are left out. Free, and not a search, for any valid key.
         */
        get: operations["suggest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/identify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Identify a company
         * The companies that match a domain or a name, most published signals first; an empty list if there are none. Exactly one of `domain` and `name`. Free, and not a search. Needs the scope `companies:read`.
         */
        get: operations["identifyCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-searches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved searches
         * All of the account’s, oldest first. Needs the scope `searches:write`.
         */
        get: operations["listSavedSearches"];
        put?: never;
        /**
         * Save a search
         * At most 50 per account. With a webhook, the response has its secret, which is not shown again. Needs the scope `searches:write`.
         */
        post: operations["createSavedSearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-searches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a saved search
         * With its state. Needs the scope `searches:write`.
         */
        get: operations["getSavedSearch"];
        put?: never;
        post?: never;
        /**
         * Delete a saved search
         * What is still waiting to be sent is deleted, too. Needs the scope `searches:write`.
         */
        delete: operations["deleteSavedSearch"];
        options?: never;
        head?: never;
        /**
         * Change a saved search
         * Only members in the body change; null removes one. A query is replaced as a whole. A new webhook has a secret, shown only in this response. Changing the query, webhook, or maximum makes the state `active` again. Needs the scope `searches:write`.
         */
        patch: operations["updateSavedSearch"];
        trace?: never;
    };
    "/saved-searches/{id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a saved search
         * The changes that match a saved search’s query, at the price of changes. A cursor is bound to that query: when the query changes, start over without a cursor. Needs the scope `signals:read`.
         */
        get: operations["getSavedSearchChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-searches/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook’s secret
         * The response has the new secret. The previous one also signs for 24 hours. Needs the scope `searches:write`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-searches/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * Those of the last 30 days, newest first. Needs the scope `searches:write`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-searches/{id}/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * Free; its `webhook-id` stays the same. Needs the scope `searches:write`.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-searches/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send deliveries again
         * All deliveries created since a given time. Free. Needs the scope `searches:write`.
         */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-searches/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * Sends an event without signals to the webhook and waits for its response. Free. Needs the scope `searches:write`.
         */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/usage/receipts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List receipts
         * The account's charges of a UTC month by sequence, 100 per page; each has the hash of the one before. Free, for any valid key. Test keys have none.
         */
        get: operations["listReceipts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/usage/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a statement
         * The signed total of a UTC month's receipts: a compact JWS (RFC 7515, EdDSA) over `accountId`, `month`, `totals` (`requests`, `records`, `amountMicros`), `first` and `last` (`sequence` and `hash`, or null), and `issuedAt`. Its keys are at `/.well-known/jwks.json`. Free, for any valid key. A test key gets an empty statement for the account `test`.
         */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * OpenAPI 3.1. Needs no credential.
         */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** An activity of a company. Absent values are omitted. */
        Signal: {
            /** Decimal digits. */
            id: string;
            /** What keyword search matches. */
            title: string;
            /** Link to the source, as imported: not always a valid URI (RFC 3986). */
            activityUrl?: string;
            /** Format: date */
            activityDate: string;
            /** Format: date-time */
            publishedAt: string;
            /** An identifier from the filter options. */
            category: string;
            country?: string;
            city?: string;
            industries: string[];
            company: {
                slug: string;
                name: string;
            };
            /** Of the activity, not of the company as a whole. Identifiers from the filter options. */
            hiring?: {
                types?: string[];
                functions?: string[];
                seniorities?: string[];
                employmentTypes?: string[];
                workArrangements?: string[];
            };
            /** As published. */
            funding?: {
                /** An identifier from the filter options. */
                stage?: string;
                amount?: number;
                currency?: string;
            };
            /** Semantic mode only: 1 - cosine distance. A ranking score: neither a probability nor a threshold. */
            similarity?: number;
            /** With `matched=true` only: ordered by `start`, `end`, `parameter`, and `group`. */
            matched?: components["schemas"]["Match"][];
        };
        /** Where the title contains a term of the search. */
        Match: {
            /** @enum {string} */
            parameter: "all" | "any" | "exact" | "q" | "searchGroups";
            /** The term as written, without quotes. */
            term: string;
            /** Start, in Unicode code points of `title`. */
            start: number;
            /** End, exclusive. */
            end: number;
            /** For `searchGroups`: the index of the group, from 0. */
            group?: number;
        };
        SearchPage: {
            data: {
                items: components["schemas"]["Signal"][];
                /** Opaque. Null on the last page. */
                nextCursor: string | null;
            };
        };
        SemanticPage: {
            data: {
                items: components["schemas"]["Signal"][];
                /** Opaque. Null on the last page. */
                nextCursor: string | null;
                search: components["schemas"]["SemanticSearch"];
            };
        };
        /** The chosen fields of a signal, and its `id`. Absent values are omitted. */
        SelectedSignal: {
            /** Decimal digits. */
            id: string;
            /** What keyword search matches. */
            title?: string;
            /** Link to the source, as imported: not always a valid URI (RFC 3986). */
            activityUrl?: string;
            /** Format: date */
            activityDate?: string;
            /** Format: date-time */
            publishedAt?: string;
            /** An identifier from the filter options. */
            category?: string;
            country?: string;
            city?: string;
            industries?: string[];
            company?: {
                slug: string;
                name: string;
            };
            /** Of the activity, not of the company as a whole. Identifiers from the filter options. */
            hiring?: {
                types?: string[];
                functions?: string[];
                seniorities?: string[];
                employmentTypes?: string[];
                workArrangements?: string[];
            };
            /** As published. */
            funding?: {
                /** An identifier from the filter options. */
                stage?: string;
                amount?: number;
                currency?: string;
            };
            /** Semantic mode only: 1 - cosine distance. A ranking score: neither a probability nor a threshold. */
            similarity?: number;
            /** With `matched=true` only: ordered by `start`, `end`, `parameter`, and `group`. */
            matched?: components["schemas"]["Match"][];
        };
        SelectedPage: {
            data: {
                items: components["schemas"]["SelectedSignal"][];
                /** Opaque. Null on the last page. */
                nextCursor: string | null;
                search?: components["schemas"]["SemanticSearch"];
            };
        };
        /** How a semantic search was ranked. */
        SemanticSearch: {
            /** @constant */
            mode: "semantic";
            /** Name of the embedding model. */
            model: string;
            /** @constant */
            ranking: "cosine_similarity";
            /**
             * The largest possible pool of nearest signals.
             * @constant
             */
            candidateLimit: 1000;
            /**
             * Format: date-time
             * UTC, with milliseconds. Later pages exclude signals published after this time.
             */
            asOf: string;
            /**
             * Format: date-time
             * When `nextCursor` expires: one hour after this response.
             */
            cursorExpiresAt: string;
            /** Number of signals in the pool. */
            poolSize: number;
            /** How many of them passed the filters, across all pages. */
            matched: number;
        };
        SearchTotal: {
            data: {
                total: number;
                /** The requested facets. */
                facets?: {
                    category?: components["schemas"]["Facet"];
                    country?: components["schemas"]["Facet"];
                    city?: components["schemas"]["Facet"];
                    industry?: components["schemas"]["Facet"];
                    size?: components["schemas"]["Facet"];
                    hiringState?: components["schemas"]["Facet"];
                    hiringFunction?: components["schemas"]["Facet"];
                    hiringSeniority?: components["schemas"]["Facet"];
                    hiringEmployment?: components["schemas"]["Facet"];
                    hiringWorkArrangement?: components["schemas"]["Facet"];
                    fundingStage?: components["schemas"]["Facet"];
                    fundingCurrency?: components["schemas"]["Facet"];
                    company?: components["schemas"]["Facet"];
                    month?: components["schemas"]["Facet"];
                };
            };
        };
        /** Values by count, descending, then by value. */
        Facet: {
            values: components["schemas"]["FacetValue"][];
            /** Whether there are more values. */
            more: boolean;
        };
        FacetValue: {
            /** As the filter accepts it; of `month`, `YYYY-MM`. */
            value: string;
            /** Label for display. */
            label: string;
            count: number;
        };
        /** A company. Absent values are omitted. */
        Company: {
            slug: string;
            name: string;
            domain?: string;
            description?: string;
            country?: string;
            city?: string;
            industries: string[];
            employeeCount?: number;
            /** @enum {string} */
            size?: "1-49" | "50-100" | "101-500" | "501-10000000";
            /** Number of the company's published signals. */
            signalCount: number;
            /** Format: date */
            latestActivityDate?: string;
        };
        CompanyResponse: {
            data: components["schemas"]["Company"];
        };
        /** The chosen fields of a company, and its `slug`. Absent values are omitted. */
        SelectedCompany: {
            slug: string;
            name?: string;
            domain?: string;
            description?: string;
            country?: string;
            city?: string;
            industries?: string[];
            employeeCount?: number;
            /** @enum {string} */
            size?: "1-49" | "50-100" | "101-500" | "501-10000000";
            /** Number of the company's published signals. */
            signalCount?: number;
            /** Format: date */
            latestActivityDate?: string;
        };
        SelectedCompanyResponse: {
            data: components["schemas"]["SelectedCompany"];
        };
        SuggestionList: {
            data: {
                items: components["schemas"]["Suggestion"][];
            };
        };
        Suggestion: {
            /** As the filter accepts it; for a company, the slug. */
            value: string;
            /** Label for display; for a company, the name. */
            label: string;
            /** Published signals. */
            count: number;
        };
        IdentifyResponse: {
            data: {
                items: components["schemas"]["IdentifiedCompany"][];
            };
        };
        /** A matching company. Absent values are omitted. */
        IdentifiedCompany: {
            slug: string;
            name: string;
            domain?: string;
            country?: string;
            city?: string;
            /**
             * What matched: the host, the host without leading labels, the name, or the name without its legal form.
             * @enum {string}
             */
            matchedBy: "domain" | "parent_domain" | "name" | "name_without_legal_form";
        };
        ChangesResponse: {
            data: {
                items: components["schemas"]["Change"][];
                /** Opaque. Continues after this response, even an empty one. */
                nextCursor: string;
                /** Whether there are no more changes for now. If `false`, request more immediately. */
                caughtUp: boolean;
            };
        };
        /** What happened to a signal. */
        Change: {
            /** @enum {string} */
            change: "published" | "updated" | "withdrawn";
            /**
             * Format: date-time
             * When it was committed. UTC, with milliseconds; never earlier than the change before it.
             */
            at: string;
            signal: components["schemas"]["ChangedSignal"];
        };
        /** The signal as it is now, or its chosen fields; only `id` if it was withdrawn. */
        ChangedSignal: {
            /** Decimal digits. */
            id: string;
            /** What keyword search matches. */
            title?: string;
            /** Link to the source, as imported: not always a valid URI (RFC 3986). */
            activityUrl?: string;
            /** Format: date */
            activityDate?: string;
            /** Format: date-time */
            publishedAt?: string;
            /** An identifier from the filter options. */
            category?: string;
            country?: string;
            city?: string;
            industries?: string[];
            company?: {
                slug: string;
                name: string;
            };
            /** Of the activity, not of the company as a whole. Identifiers from the filter options. */
            hiring?: {
                types?: string[];
                functions?: string[];
                seniorities?: string[];
                employmentTypes?: string[];
                workArrangements?: string[];
            };
            /** As published. */
            funding?: {
                /** An identifier from the filter options. */
                stage?: string;
                amount?: number;
                currency?: string;
            };
            /** Semantic mode only: 1 - cosine distance. A ranking score: neither a probability nor a threshold. */
            similarity?: number;
            /** With `matched=true` only: ordered by `start`, `end`, `parameter`, and `group`. */
            matched?: components["schemas"]["Match"][];
        };
        FilterOption: {
            /** The value to filter by. */
            id: string;
            /** Label for display. */
            label: string;
        };
        FilterOptionsResponse: {
            data: {
                categories: components["schemas"]["FilterOption"][];
                industries: components["schemas"]["FilterOption"][];
                hiring: {
                    types: components["schemas"]["FilterOption"][];
                    functions: components["schemas"]["FilterOption"][];
                    seniorities: components["schemas"]["FilterOption"][];
                    employmentTypes: components["schemas"]["FilterOption"][];
                    workArrangements: components["schemas"]["FilterOption"][];
                };
                fundingStages: components["schemas"]["FilterOption"][];
                sizes: components["schemas"]["FilterOption"][];
                countries: components["schemas"]["FilterOption"][];
            };
        };
        Receipt: {
            accountId: string;
            /** Its place in the account's chain. */
            sequence: number;
            eventId: string;
            /**
             * Format: date-time
             * With milliseconds; never earlier than that of the previous link.
             */
            at: string;
            /** The charged operation. `voidCharge` cancels a charge whose response was never sent, `reverseCharge` refunds its money; `requestId` is the charge's. */
            operation: string;
            /** Null for operations without one. */
            mode: string | null;
            /** Negative when voided. */
            records: number;
            /** Millionths of a dollar from the prepaid balance. Negative when refunded. */
            amountMicros: number;
            /** `X-Request-Id` of the response, or `webhook-id` of the delivery. */
            requestId: string;
            /** SHA-256 of the response body, before any content coding, or of the delivery. Null for the web application and for corrections. */
            answerSha256: string | null;
            /** SHA-256 of the previous link as canonical JSON (RFC 8785); zeros for the first. */
            previous: string;
        };
        ReceiptsResponse: {
            data: {
                items: components["schemas"]["Receipt"][];
                /** Null on the last page. */
                nextCursor: string | null;
            };
        };
        Allowance: {
            granted: number;
            used: number;
            remaining: number;
        };
        UsageResponse: {
            data: {
                /** UTC calendar month. */
                month: string;
                /** Successful data requests, including those without records. */
                requests: number;
                /** Records consumed. */
                records: number;
                byOperation: {
                    operation: string;
                    requests: number;
                    records: number;
                }[];
                /** Days with usage, in order; they may lag slightly behind the other figures. Omitted when unavailable. */
                days?: {
                    /**
                     * Format: date
                     * UTC.
                     */
                    date: string;
                    requests: number;
                    records: number;
                    byOperation: {
                        operation: string;
                        requests: number;
                        records: number;
                    }[];
                }[];
                /** api and cli are one-time records; web counts this month's searches in the web application. */
                allowances: {
                    api: components["schemas"]["Allowance"];
                    cli: components["schemas"]["Allowance"];
                    web: components["schemas"]["Allowance"];
                };
                balance: {
                    /** @constant */
                    currency: "USD";
                    /** Prepaid dollars, exact. */
                    amount: string;
                    /** Records the balance can pay for. */
                    records: number;
                };
                /** Null without an active subscription. */
                subscription: components["schemas"]["Subscription"] | null;
            };
        };
        Subscription: {
            /** Format: date-time */
            periodStart: string;
            /** Format: date-time */
            periodEnd: string;
            cli: components["schemas"]["Allowance"];
        };
        SavedSearchResponse: {
            data: components["schemas"]["SavedSearch"];
        };
        SavedSearchList: {
            data: {
                items: components["schemas"]["SavedSearch"][];
                /** Null: all of them are on one page. */
                nextCursor: string | null;
            };
        };
        /** A saved search. Absent values are omitted. */
        SavedSearch: {
            id: string;
            name: string;
            query: components["schemas"]["SavedQuery"];
            webhook?: components["schemas"]["Webhook"];
            /** Records that its webhook may cost per UTC day; unlimited by default. */
            maxRecordsPerDay?: number;
            /**
             * `failing`: the webhook accepted nothing for three days, or answered 410; see `failure`. `waiting_for_records`: matches wait for records of the account, or for the next UTC day.
             * @enum {string}
             */
            state: "active" | "failing" | "waiting_for_records";
            failure?: components["schemas"]["WebhookFailure"];
            /** Format: date-time */
            createdAt: string;
        };
        /** Filters and words of `GET /signals` by name; values as in a URL. */
        SavedQuery: {
            [key: string]: unknown;
        };
        Webhook: {
            url: string;
            /** The key that signs deliveries; only in the response that creates or rotates it. */
            secret?: string;
            /**
             * Format: date-time
             * Until then the previous secret signs as well.
             */
            previousSecretUntil?: string;
        };
        WebhookFailure: {
            /** Format: date-time */
            at: string;
            status?: number;
            reason: string;
        };
        DeliveryList: {
            data: {
                items: components["schemas"]["Delivery"][];
                /** null on the last page. */
                nextCursor: string | null;
            };
        };
        DeliveryResponse: {
            data: components["schemas"]["Delivery"];
        };
        /** An event that was sent to a webhook, or will be. Absent values are omitted. */
        Delivery: {
            /** The `webhook-id`. */
            id: string;
            /**
             * Format: date-time
             * When it was created.
             */
            at: string;
            /** Number of signals in it. */
            items: number;
            attempts: number;
            /** @enum {string} */
            state: "waiting_for_records" | "pending" | "delivered" | "failed";
            lastAttempt?: components["schemas"]["DeliveryAttempt"];
            /** Format: date-time */
            nextAttemptAt?: string;
            /** A test of the webhook. */
            test?: boolean;
        };
        DeliveryAttempt: {
            /** Format: date-time */
            at: string;
            status?: number;
            /** Why it failed, if it did. */
            failure?: string;
        };
        ReplayResponse: {
            data: {
                /** Number of deliveries that are sent again. */
                deliveries: number;
            };
        };
        SavedSearchInput: {
            /** Not blank, without invisible characters. */
            name: string;
            query: components["schemas"]["SavedQuery"];
            webhook?: components["schemas"]["WebhookRequest"];
            /** Records that its webhook may cost per UTC day; unlimited by default. */
            maxRecordsPerDay?: number;
        };
        /** Only members in the body change; null removes one. A query is replaced as a whole. */
        SavedSearchChange: {
            /** Not blank, without invisible characters. */
            name?: string;
            query?: components["schemas"]["SavedQuery"];
            webhook?: components["schemas"]["WebhookRequest"] | null;
            /** Records that its webhook may cost per UTC day; unlimited by default. */
            maxRecordsPerDay?: number | null;
        };
        WebhookRequest: {
            /** Begins with https://, uses port 443 or one from 1024 up, and has a public address. */
            url: string;
        };
        ReplayRequest: {
            /**
             * Format: date-time
             * At most 30 days ago.
             */
            since: string;
        };
        /** An error (RFC 9457). */
        Problem: {
            /**
             * Format: uri-reference
             * Where the error is explained, relative to the host of the API.
             */
            type: string;
            /** The same for every error with this code. */
            title: string;
            status: number;
            /** Human-readable explanation of what went wrong. */
            detail: string;
            /**
             * Stable; compare this in programs.
             * @enum {string}
             */
            code: "invalid_parameter" | "unknown_parameter" | "repeated_parameter" | "cursor_invalid" | "cursor_mismatch" | "cursor_expired" | "client_too_old" | "missing_credentials" | "invalid_credentials" | "expired_credentials" | "revoked_credentials" | "insufficient_records" | "key_cap_reached" | "budget_reached" | "account_disabled" | "account_suspended" | "insufficient_scope" | "access_restricted" | "not_found" | "method_not_allowed" | "idempotency_conflict" | "idempotency_in_progress" | "rate_limited" | "internal" | "response_too_large" | "semantic_unavailable" | "unavailable";
            requestId: string;
            /** All errors in the request. */
            errors?: {
                parameter: string;
                message: string;
            }[];
        };
        SearchGroups: {
            /**
             * Combines the groups.
             * @enum {string}
             */
            op: "and" | "or";
            groups: {
                /**
                 * Where the terms must match.
                 * @enum {string}
                 */
                scope: "activity" | "company";
                /**
                 * Combines the terms.
                 * @enum {string}
                 */
                match: "and" | "or";
                terms: string[];
                /**
                 * Terms that must not match, within the scope.
                 * @default []
                 */
                exclude: string[];
            }[];
        };
        Location: {
            /** @enum {string} */
            kind: "country" | "city";
            value: string;
            /** Of a city. */
            country?: string;
        };
    };
    responses: {
        /** The request has errors; `errors` lists all of them. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The credential is missing, unknown, expired, or revoked. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** There are not enough records, the key has reached its monthly cap, or the response costs more than the request or its budget allows. Nothing was charged. With no records left, semantic searches and companies are refused before they run; counts, and keyword searches that find nothing, still work. */
        PaymentRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Budget-Remaining": components["headers"]["X-Budget-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The account is disabled or suspended, or access is restricted for everyone (both without limit headers, since nothing was counted), or the credential lacks the scope. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** There is no such path or resource. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The path does not allow this method. */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The Idempotency-Key belongs to another request, or to one that is still running. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The body's Content-Type is not JSON, or the body is compressed. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** A limit was reached: the per-minute limit, or the limit on requests in flight; `detail` names it. Do not retry before the seconds in `Retry-After` have passed. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** An unexpected error. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** A temporary failure. Retry with the same Idempotency-Key. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The request did not arrive within 15 seconds, or its headers within 10. The connection is closed. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors#invalid_parameter",
                 *       "title": "Invalid parameter",
                 *       "status": 408,
                 *       "detail": "The request did not arrive in time.",
                 *       "code": "invalid_parameter",
                 *       "requestId": "0d9c2a63-0b70-4a61-9c39-4f6e9d0b6a11"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The body has more than 65,536 bytes, or more than 1 MiB where none is needed. */
        ContentTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors#invalid_parameter",
                 *       "title": "Invalid parameter",
                 *       "status": 413,
                 *       "detail": "The body must have at most 1048576 bytes.",
                 *       "code": "invalid_parameter",
                 *       "requestId": "0d9c2a63-0b70-4a61-9c39-4f6e9d0b6a11"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The URL has more than 131,072 characters. */
        UriTooLong: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors#invalid_parameter",
                 *       "title": "Invalid parameter",
                 *       "status": 414,
                 *       "detail": "The URL must have at most 131072 characters.",
                 *       "code": "invalid_parameter",
                 *       "requestId": "0d9c2a63-0b70-4a61-9c39-4f6e9d0b6a11"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** Unknown host name. */
        MisdirectedRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors#invalid_parameter",
                 *       "title": "Invalid parameter",
                 *       "status": 421,
                 *       "detail": "This system does not accept the host name in the Host header. Its operator can allow more names with ALLOWED_HOSTS.",
                 *       "code": "invalid_parameter",
                 *       "requestId": "0d9c2a63-0b70-4a61-9c39-4f6e9d0b6a11"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** More than 16,384 bytes of headers, more than 2,000 headers, or a URL too long to be read. */
        HeaderFieldsTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors#invalid_parameter",
                 *       "title": "Invalid parameter",
                 *       "status": 431,
                 *       "detail": "The headers must have at most 16384 bytes and 2000 fields together.",
                 *       "code": "invalid_parameter",
                 *       "requestId": "0d9c2a63-0b70-4a61-9c39-4f6e9d0b6a11"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * Makes a request safe to repeat: the first success is stored and replayed byte for byte for 24 hours, free of charge, to the same key. A failed request frees the Idempotency-Key.
         * @example nightly-2026-11-20-page-1
         */
        IdempotencyKey: string;
        /**
         * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
         * @example crm-sync-000123
         */
        RequestId: string;
        /**
         * The most that this response may cost. One that costs more gets 402 `budget_reached`, and nothing is charged.
         * @example 50
         */
        MaxRecords: number;
        /**
         * Your name for a budget that all keys and sessions of the account share. Requires `X-Budget-Records`.
         * @example nightly-sync
         */
        BudgetId: string;
        /**
         * The most records that may be charged under the budget's id in the last 30 days, including this response. A response beyond it gets 402 `budget_reached`, and nothing is charged; parallel requests count too. Each request is checked against its own number.
         * @example 1000
         */
        BudgetRecords: number;
        /**
         * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
         * @example unavailable
         */
        TestOutcome: "insufficient_records" | "rate_limited" | "unavailable" | "internal" | "slow";
    };
    requestBodies: never;
    headers: {
        /**
         * On every response. The request's own X-Request-Id if it is 8 to 64 letters, digits, `_`, or `-`, or else a new one.
         * @example 0d9c2a63-0b70-4a61-9c39-4f6e9d0b6a11
         */
        "X-Request-Id": string;
        /**
         * Records that this response cost; 0 for an empty result, a count, or a replay.
         * @example 20
         */
        "X-Records-Consumed": number;
        /**
         * Records that the key can still pay for: free ones and those that the balance pays for, but no more than what is left of its monthly cap, if it has one. On free responses, it may be up to five minutes old, and it is omitted while it is unavailable.
         * @example 1980
         */
        "X-Records-Remaining": number;
        /**
         * Records left in the request's budget, if it has one.
         * @example 980
         */
        "X-Budget-Remaining": number;
        /**
         * The receipt of this response, as SEQUENCE.HASH: its place in the account's chain of receipts, and the hash of that link. A replay has that of the first response. Not sent to test keys, nor with an empty response of `/changes`.
         * @example 42.5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8
         */
        "X-Receipt": string;
        /**
         * The limit with the fewest calls left for this kind of request in this UTC minute.
         * @example 300
         */
        "X-RateLimit-Limit": number;
        /**
         * Calls left under that limit.
         * @example 299
         */
        "X-RateLimit-Remaining": number;
        /**
         * When the minute ends, in seconds since the Unix epoch.
         * @example 1795168920
         */
        "X-RateLimit-Reset": number;
        /**
         * Both limits (q) and their window in seconds (w), as a structured field.
         * @example "requests";q=600;w=60, "searches";q=300;w=60
         */
        "RateLimit-Policy": string;
        /**
         * What is left of both limits (r), and the seconds until the minute ends (t), as a structured field.
         * @example "requests";r=599;t=42, "searches";r=299;t=42
         */
        RateLimit: string;
        /**
         * Seconds to wait before retrying.
         * @example 42
         */
        "Retry-After": number;
        /**
         * `true` if this is the stored response of an earlier request with the same Idempotency-Key.
         * @example true
         */
        "Idempotency-Replayed": "true";
        /**
         * The path of the new resource.
         * @example /api/v1/saved-searches/019ab3c0-5f2e-7c11-9d55-3f3f8a1b2c4d
         */
        Location: string;
        /**
         * Changes whenever the body does.
         * @example "1B2M2Y8AsgTpgAmY7PhCfg1B2M2"
         */
        ETag: string;
        /**
         * Responses over 1 KB are compressed for clients that accept gzip.
         * @example Accept-Encoding
         */
        Vary: "Accept-Encoding";
        /**
         * How to authenticate (RFC 6750).
         * @example Bearer realm="heliograph"
         */
        "WWW-Authenticate": string;
        /**
         * The status page, which says what works.
         * @example <https://app.example.com/status>; rel="status"
         */
        Link: string;
        /**
         * Allowed methods.
         * @example GET
         */
        Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    searchSignals: {
        parameters: {
            query?: {
                /**
                 * Keywords in the title, separated by white space. "Quotes" make a phrase; a leading - excludes the word or phrase. Every term must match, and no excluded one may. Literal: whole words, ignoring case and accents, but no stemming, synonyms, or typo correction. In Chinese, Japanese, Korean, and other scripts without spaces, any adjacent letters match. Other punctuation has no meaning.
                 * @example "series a" -rumor
                 */
                q?: string;
                /**
                 * Terms that must all match the title. White space or commas separate them, quotes group.
                 * @example raises, "series a"
                 */
                all?: string;
                /**
                 * Terms of which at least one must match the title; written as for `all`.
                 * @example layoffs, "reduce headcount"
                 */
                any?: string;
                /**
                 * One phrase: its words adjacent and in this order in the title.
                 * @example is hiring
                 */
                exact?: string;
                /**
                 * Terms that must not match the title; written as for `all`.
                 * @example rumor
                 */
                exclude?: string;
                /**
                 * Switches to semantic search: signals ranked by closeness in meaning to this text. The pool is the up to 1,000 nearest signals; all filters, `q` too, apply within it only. Cannot be combined with `page`, `ids`, or `countOnly=true`. If unavailable, the response is 503 `semantic_unavailable`, never a keyword search. The text may be sent to an embedding provider outside this system; nothing else is.
                 * @example machines that unload ships by themselves
                 */
                semantic?: string;
                /** Groups of terms. A term is a word or a phrase. With scope `activity` the terms must match within one title; with scope `company` they may match in separate activities of the same company, and the activities that match a term are returned as evidence. `match` combines the terms of a group, `op` the groups. At most 30 terms in all groups together; exclusions do not count. URL-encoded, at most 32,768 characters of JSON. */
                searchGroups?: string;
                /**
                 * Adjacent words (as in `q`), in this order, in the company’s name.
                 * @example emberloom
                 */
                company?: string;
                /**
                 * The slug of one company, exactly.
                 * @example emberloom-finance
                 */
                companySlug?: string;
                /**
                 * Companies, each by slug or by full name (ignoring case and accents); one of them must match. A name with a comma cannot be given: use the slug.
                 * @example [
                 *       "emberloom-finance",
                 *       "Limpetvane People"
                 *     ]
                 */
                companies?: string[];
                /**
                 * A country exactly as in responses, not a display label.
                 * @example United States
                 */
                country?: string;
                /** Countries and cities, ignoring case and accents; one of them must match. `country` narrows a city to one country. URL-encoded, at most 65,536 characters of JSON. */
                locations?: string;
                /**
                 * An industry exactly as in responses.
                 * @example Robotics
                 */
                industry?: string;
                /** Industries; one of them must match. URL-encoded, at most 65,536 characters of JSON. */
                industries?: string;
                /**
                 * The company's number of employees, both ends included. Companies of unknown size never match.
                 * @example 101-500
                 */
                size?: "1-49" | "50-100" | "101-500" | "501-10000000";
                /**
                 * Signals of the last 7, 30, or 90 days (UTC), today included.
                 * @example 30
                 */
                days?: "7" | "30" | "90";
                /**
                 * Age ranges in days, one of which must match; `older` is more than 90 days ago.
                 * @example [
                 *       "7",
                 *       "older"
                 *     ]
                 */
                dateRanges?: ("7" | "30" | "90" | "older")[];
                /**
                 * First activity date, inclusive. Not before the earliest supported date, 2026-08-30 unless the operator chose another.
                 * @example 2026-09-01
                 */
                dateFrom?: string;
                /**
                 * Last activity date, inclusive. Alone, it reaches back to the earliest supported date.
                 * @example 2026-11-30
                 */
                dateTo?: string;
                /**
                 * Categories: ids from the filter options; others are refused.
                 * @example [
                 *       "funding",
                 *       "acquisition"
                 *     ]
                 */
                category?: string[];
                /**
                 * Hiring types: ids from the filter options; others are refused. Comma-separated.
                 * @example open-role
                 */
                hiringState?: string;
                /**
                 * Job functions: ids from the filter options; others are refused. Comma-separated.
                 * @example engineering
                 */
                hiringFunction?: string;
                /**
                 * Seniorities: ids from the filter options; others are refused. Comma-separated.
                 * @example senior,lead
                 */
                hiringSeniority?: string;
                /**
                 * Employment types: ids from the filter options; others are refused. Comma-separated.
                 * @example full-time
                 */
                hiringEmployment?: string;
                /**
                 * Work arrangements: ids from the filter options; others are refused. Comma-separated.
                 * @example remote
                 */
                hiringWorkArrangement?: string;
                /**
                 * Funding stages: ids from the filter options; others are refused. Comma-separated.
                 * @example series-a,series-b
                 */
                fundingStage?: string;
                /**
                 * Keeps only funding published in this currency. Without it, amounts are compared as published.
                 * @example USD
                 */
                fundingCurrency?: "USD" | "EUR" | "GBP";
                /**
                 * Minimum published funding amount, inclusive.
                 * @example 1000000
                 */
                fundingMin?: number;
                /**
                 * Maximum published funding amount, inclusive.
                 * @example 50000000
                 */
                fundingMax?: number;
                /** Only signals with one of these ids. Not in semantic mode. */
                ids?: string[];
                /**
                 * Only signals with one of these ids. Works in semantic mode too.
                 * @example [
                 *       "4100029619",
                 *       "4100086192"
                 *     ]
                 */
                activityIds?: string[];
                /**
                 * Signals per response. Each one returned is a record.
                 * @example 20
                 */
                limit?: number;
                /** The `nextCursor` of the previous page, with exactly the same filters. In keyword mode `limit` may change from page to page, and cursors do not expire; in semantic mode the query and limit must be the same too, and a cursor is valid for one hour. It belongs to the account and interface it was given to. Cannot be combined with `page`. */
                cursor?: string;
                /** Number of the page, from 1; the first if absent. Keyword mode only. Use `cursor` when you must not skip or repeat a signal while others are being published. */
                page?: number;
                /**
                 * Returns only these fields of each signal and `id`, in the order of the whole signal, at the same price. May differ from page to page. No effect with `countOnly=true`.
                 * @example [
                 *       "title",
                 *       "activityDate",
                 *       "company"
                 *     ]
                 */
                fields?: ("id" | "title" | "activityUrl" | "activityDate" | "publishedAt" | "category" | "country" | "city" | "industries" | "company" | "hiring" | "funding" | "similarity" | "matched")[];
                /** With `true` each signal has `matched`: where its title holds which term of `q`, `all`, `any`, `exact` and `searchGroups`. May differ from page to page. Keyword mode only, and not with `countOnly=true`. */
                matched?: boolean;
                /** With `true` the result is the number of matching signals and costs no records; `limit`, `page`, and `cursor` then have no effect. Keyword mode only. */
                countOnly?: boolean;
                /**
                 * Only with `countOnly=true`: breaks the count down by each of these. Counts are exact, and each ignores the facet’s own filter. Each facet returns its 100 most frequent values.
                 * @example [
                 *       "category",
                 *       "country"
                 *     ]
                 */
                facets?: ("category" | "country" | "city" | "industry" | "size" | "hiringState" | "hiringFunction" | "hiringSeniority" | "hiringEmployment" | "hiringWorkArrangement" | "fundingStage" | "fundingCurrency" | "company" | "month")[];
            };
            header?: {
                /**
                 * Makes a request safe to repeat: the first success is stored and replayed byte for byte for 24 hours, free of charge, to the same key. A failed request frees the Idempotency-Key.
                 * @example nightly-2026-11-20-page-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * The most that this response may cost. One that costs more gets 402 `budget_reached`, and nothing is charged.
                 * @example 50
                 */
                "X-Max-Records"?: components["parameters"]["MaxRecords"];
                /**
                 * Your name for a budget that all keys and sessions of the account share. Requires `X-Budget-Records`.
                 * @example nightly-sync
                 */
                "X-Budget-Id"?: components["parameters"]["BudgetId"];
                /**
                 * The most records that may be charged under the budget's id in the last 30 days, including this response. A response beyond it gets 402 `budget_reached`, and nothing is charged; parallel requests count too. Each request is checked against its own number.
                 * @example 1000
                 */
                "X-Budget-Records"?: components["parameters"]["BudgetRecords"];
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
                 * @example unavailable
                 */
                "X-Test-Outcome"?: components["parameters"]["TestOutcome"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of signals and, with `semantic`, how they were ranked. With `countOnly=true`, only the number of signals. With `fields`, each signal has only those fields. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Records-Consumed": components["headers"]["X-Records-Consumed"];
                    "X-Records-Remaining": components["headers"]["X-Records-Remaining"];
                    "X-Budget-Remaining": components["headers"]["X-Budget-Remaining"];
                    "X-Receipt": components["headers"]["X-Receipt"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchPage"] | components["schemas"]["SemanticPage"] | components["schemas"]["SearchTotal"] | components["schemas"]["SelectedPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCompany: {
        parameters: {
            query?: {
                /**
                 * Returns only these fields and `slug`, in the order of the whole company, at the same price.
                 * @example [
                 *       "name",
                 *       "domain",
                 *       "employeeCount"
                 *     ]
                 */
                fields?: ("slug" | "name" | "domain" | "description" | "country" | "city" | "industries" | "employeeCount" | "size" | "signalCount" | "latestActivityDate")[];
            };
            header?: {
                /**
                 * Makes a request safe to repeat: the first success is stored and replayed byte for byte for 24 hours, free of charge, to the same key. A failed request frees the Idempotency-Key.
                 * @example nightly-2026-11-20-page-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * The most that this response may cost. One that costs more gets 402 `budget_reached`, and nothing is charged.
                 * @example 50
                 */
                "X-Max-Records"?: components["parameters"]["MaxRecords"];
                /**
                 * Your name for a budget that all keys and sessions of the account share. Requires `X-Budget-Records`.
                 * @example nightly-sync
                 */
                "X-Budget-Id"?: components["parameters"]["BudgetId"];
                /**
                 * The most records that may be charged under the budget's id in the last 30 days, including this response. A response beyond it gets 402 `budget_reached`, and nothing is charged; parallel requests count too. Each request is checked against its own number.
                 * @example 1000
                 */
                "X-Budget-Records"?: components["parameters"]["BudgetRecords"];
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
                 * @example unavailable
                 */
                "X-Test-Outcome"?: components["parameters"]["TestOutcome"];
            };
            path: {
                /**
                 * `company.slug` of a signal.
                 * @example emberloom-finance
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The company, or its chosen fields. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Records-Consumed": components["headers"]["X-Records-Consumed"];
                    "X-Records-Remaining": components["headers"]["X-Records-Remaining"];
                    "X-Budget-Remaining": components["headers"]["X-Budget-Remaining"];
                    "X-Receipt": components["headers"]["X-Receipt"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "slug": "emberloom-finance",
                     *         "name": "Emberloom Finance",
                     *         "domain": "emberloom-finance.example",
                     *         "description": "Maker of invoice financing and savings pots for corner shops, based in Bengaluru.",
                     *         "country": "India",
                     *         "city": "Bengaluru",
                     *         "industries": [
                     *           "Financial Services",
                     *           "Fintech"
                     *         ],
                     *         "employeeCount": 98,
                     *         "size": "50-100",
                     *         "signalCount": 39,
                     *         "latestActivityDate": "2026-11-18"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CompanyResponse"] | components["schemas"]["SelectedCompanyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getFilterOptions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` of your copy; while it is current, the response is 304 without a body.
                 * @example "1B2M2Y8AsgTpgAmY7PhCfg1B2M2"
                 */
                "If-None-Match"?: string;
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
                 * @example unavailable
                 */
                "X-Test-Outcome"?: components["parameters"]["TestOutcome"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The filter options. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Records-Consumed": components["headers"]["X-Records-Consumed"];
                    "X-Records-Remaining": components["headers"]["X-Records-Remaining"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "categories": [
                     *           {
                     *             "id": "funding",
                     *             "label": "Funding"
                     *           }
                     *         ],
                     *         "industries": [
                     *           {
                     *             "id": "Robotics",
                     *             "label": "Robotics"
                     *           }
                     *         ],
                     *         "hiring": {
                     *           "types": [
                     *             {
                     *               "id": "open-role",
                     *               "label": "Open role"
                     *             }
                     *           ],
                     *           "functions": [
                     *             {
                     *               "id": "engineering",
                     *               "label": "Engineering"
                     *             }
                     *           ],
                     *           "seniorities": [
                     *             {
                     *               "id": "senior",
                     *               "label": "Senior"
                     *             }
                     *           ],
                     *           "employmentTypes": [
                     *             {
                     *               "id": "full-time",
                     *               "label": "Full time"
                     *             }
                     *           ],
                     *           "workArrangements": [
                     *             {
                     *               "id": "remote",
                     *               "label": "Remote"
                     *             }
                     *           ]
                     *         },
                     *         "fundingStages": [
                     *           {
                     *             "id": "series-b",
                     *             "label": "Series B"
                     *           }
                     *         ],
                     *         "sizes": [
                     *           {
                     *             "id": "101-500",
                     *             "label": "101 to 500 employees"
                     *           }
                     *         ],
                     *         "countries": [
                     *           {
                     *             "id": "United States",
                     *             "label": "United States"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FilterOptionsResponse"];
                };
            };
            /** Your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Records-Consumed": components["headers"]["X-Records-Consumed"];
                    "X-Records-Remaining": components["headers"]["X-Records-Remaining"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /**
                 * A UTC calendar month, `YYYY-MM`, that has begun. A month without usage returns zeros.
                 * @example 2026-11
                 */
                month?: string;
            };
            header?: {
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
                 * @example unavailable
                 */
                "X-Test-Outcome"?: components["parameters"]["TestOutcome"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Usage of the account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Records-Consumed": components["headers"]["X-Records-Consumed"];
                    "X-Records-Remaining": components["headers"]["X-Records-Remaining"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "month": "2026-11",
                     *         "requests": 42,
                     *         "records": 610,
                     *         "byOperation": [
                     *           {
                     *             "operation": "getCompany",
                     *             "requests": 10,
                     *             "records": 10
                     *           },
                     *           {
                     *             "operation": "searchSignals",
                     *             "requests": 32,
                     *             "records": 600
                     *           }
                     *         ],
                     *         "days": [
                     *           {
                     *             "date": "2026-11-03",
                     *             "requests": 22,
                     *             "records": 410,
                     *             "byOperation": [
                     *               {
                     *                 "operation": "searchSignals",
                     *                 "requests": 22,
                     *                 "records": 410
                     *               }
                     *             ]
                     *           },
                     *           {
                     *             "date": "2026-11-19",
                     *             "requests": 20,
                     *             "records": 200,
                     *             "byOperation": [
                     *               {
                     *                 "operation": "getCompany",
                     *                 "requests": 10,
                     *                 "records": 10
                     *               },
                     *               {
                     *                 "operation": "searchSignals",
                     *                 "requests": 10,
                     *                 "records": 190
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "allowances": {
                     *           "api": {
                     *             "granted": 100,
                     *             "used": 100,
                     *             "remaining": 0
                     *           },
                     *           "cli": {
                     *             "granted": 500,
                     *             "used": 0,
                     *             "remaining": 500
                     *           },
                     *           "web": {
                     *             "granted": 10,
                     *             "used": 1,
                     *             "remaining": 9
                     *           }
                     *         },
                     *         "balance": {
                     *           "currency": "USD",
                     *           "amount": "9.750",
                     *           "records": 1950
                     *         },
                     *         "subscription": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UsageResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getChanges: {
        parameters: {
            query?: {
                /**
                 * Changes per response.
                 * @example 50
                 */
                limit?: number;
                /** The `nextCursor` of the previous response, with exactly the same filters; `limit`, `wait`, and `fields` may change. Valid for 30 days, for the account and interface it was given to. Cannot be combined with `since`. */
                cursor?: string;
                /**
                 * Starts with what was published, updated, or withdrawn at this time or later: ISO 8601 with a zone, or a date (midnight UTC), at most 30 days ago. With neither `cursor` nor `since` the feed starts now.
                 * @example 2026-11-20T08:00:00Z
                 */
                since?: string;
                /**
                 * Seconds to hold the response while there is no change.
                 * @example 30
                 */
                wait?: number;
                /**
                 * Returns only these fields of each signal and `id`, at the same price.
                 * @example [
                 *       "title",
                 *       "activityDate",
                 *       "company"
                 *     ]
                 */
                fields?: ("id" | "title" | "activityUrl" | "activityDate" | "publishedAt" | "category" | "country" | "city" | "industries" | "company" | "hiring" | "funding" | "similarity" | "matched")[];
                /**
                 * Keywords in the title, separated by white space. "Quotes" make a phrase; a leading - excludes the word or phrase. Every term must match, and no excluded one may. Literal: whole words, ignoring case and accents, but no stemming, synonyms, or typo correction. In Chinese, Japanese, Korean, and other scripts without spaces, any adjacent letters match. Other punctuation has no meaning.
                 * @example "series a" -rumor
                 */
                q?: string;
                /**
                 * Terms that must all match the title. White space or commas separate them, quotes group.
                 * @example raises, "series a"
                 */
                all?: string;
                /**
                 * Terms of which at least one must match the title; written as for `all`.
                 * @example layoffs, "reduce headcount"
                 */
                any?: string;
                /**
                 * One phrase: its words adjacent and in this order in the title.
                 * @example is hiring
                 */
                exact?: string;
                /**
                 * Terms that must not match the title; written as for `all`.
                 * @example rumor
                 */
                exclude?: string;
                /** Groups of terms. A term is a word or a phrase. With scope `activity` the terms must match within one title; with scope `company` they may match in separate activities of the same company, and the activities that match a term are returned as evidence. `match` combines the terms of a group, `op` the groups. At most 30 terms in all groups together; exclusions do not count. URL-encoded, at most 32,768 characters of JSON. */
                searchGroups?: string;
                /**
                 * Adjacent words (as in `q`), in this order, in the company’s name.
                 * @example emberloom
                 */
                company?: string;
                /**
                 * The slug of one company, exactly.
                 * @example emberloom-finance
                 */
                companySlug?: string;
                /**
                 * Companies, each by slug or by full name (ignoring case and accents); one of them must match. A name with a comma cannot be given: use the slug.
                 * @example [
                 *       "emberloom-finance",
                 *       "Limpetvane People"
                 *     ]
                 */
                companies?: string[];
                /**
                 * A country exactly as in responses, not a display label.
                 * @example United States
                 */
                country?: string;
                /** Countries and cities, ignoring case and accents; one of them must match. `country` narrows a city to one country. URL-encoded, at most 65,536 characters of JSON. */
                locations?: string;
                /**
                 * An industry exactly as in responses.
                 * @example Robotics
                 */
                industry?: string;
                /** Industries; one of them must match. URL-encoded, at most 65,536 characters of JSON. */
                industries?: string;
                /**
                 * The company's number of employees, both ends included. Companies of unknown size never match.
                 * @example 101-500
                 */
                size?: "1-49" | "50-100" | "101-500" | "501-10000000";
                /**
                 * Signals of the last 7, 30, or 90 days (UTC), today included.
                 * @example 30
                 */
                days?: "7" | "30" | "90";
                /**
                 * Age ranges in days, one of which must match; `older` is more than 90 days ago.
                 * @example [
                 *       "7",
                 *       "older"
                 *     ]
                 */
                dateRanges?: ("7" | "30" | "90" | "older")[];
                /**
                 * First activity date, inclusive. Not before the earliest supported date, 2026-08-30 unless the operator chose another.
                 * @example 2026-09-01
                 */
                dateFrom?: string;
                /**
                 * Last activity date, inclusive. Alone, it reaches back to the earliest supported date.
                 * @example 2026-11-30
                 */
                dateTo?: string;
                /**
                 * Categories: ids from the filter options; others are refused.
                 * @example [
                 *       "funding",
                 *       "acquisition"
                 *     ]
                 */
                category?: string[];
                /**
                 * Hiring types: ids from the filter options; others are refused. Comma-separated.
                 * @example open-role
                 */
                hiringState?: string;
                /**
                 * Job functions: ids from the filter options; others are refused. Comma-separated.
                 * @example engineering
                 */
                hiringFunction?: string;
                /**
                 * Seniorities: ids from the filter options; others are refused. Comma-separated.
                 * @example senior,lead
                 */
                hiringSeniority?: string;
                /**
                 * Employment types: ids from the filter options; others are refused. Comma-separated.
                 * @example full-time
                 */
                hiringEmployment?: string;
                /**
                 * Work arrangements: ids from the filter options; others are refused. Comma-separated.
                 * @example remote
                 */
                hiringWorkArrangement?: string;
                /**
                 * Funding stages: ids from the filter options; others are refused. Comma-separated.
                 * @example series-a,series-b
                 */
                fundingStage?: string;
                /**
                 * Keeps only funding published in this currency. Without it, amounts are compared as published.
                 * @example USD
                 */
                fundingCurrency?: "USD" | "EUR" | "GBP";
                /**
                 * Minimum published funding amount, inclusive.
                 * @example 1000000
                 */
                fundingMin?: number;
                /**
                 * Maximum published funding amount, inclusive.
                 * @example 50000000
                 */
                fundingMax?: number;
                /** Only signals with one of these ids. Not in semantic mode. */
                ids?: string[];
                /**
                 * Only signals with one of these ids. Works in semantic mode too.
                 * @example [
                 *       "4100029619",
                 *       "4100086192"
                 *     ]
                 */
                activityIds?: string[];
            };
            header?: {
                /**
                 * Makes a request safe to repeat: the first success is stored and replayed byte for byte for 24 hours, free of charge, to the same key. A failed request frees the Idempotency-Key.
                 * @example nightly-2026-11-20-page-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * The most that this response may cost. One that costs more gets 402 `budget_reached`, and nothing is charged.
                 * @example 50
                 */
                "X-Max-Records"?: components["parameters"]["MaxRecords"];
                /**
                 * Your name for a budget that all keys and sessions of the account share. Requires `X-Budget-Records`.
                 * @example nightly-sync
                 */
                "X-Budget-Id"?: components["parameters"]["BudgetId"];
                /**
                 * The most records that may be charged under the budget's id in the last 30 days, including this response. A response beyond it gets 402 `budget_reached`, and nothing is charged; parallel requests count too. Each request is checked against its own number.
                 * @example 1000
                 */
                "X-Budget-Records"?: components["parameters"]["BudgetRecords"];
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
                 * @example unavailable
                 */
                "X-Test-Outcome"?: components["parameters"]["TestOutcome"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The next changes; empty when nothing happened. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Records-Consumed": components["headers"]["X-Records-Consumed"];
                    "X-Records-Remaining": components["headers"]["X-Records-Remaining"];
                    "X-Budget-Remaining": components["headers"]["X-Budget-Remaining"];
                    "X-Receipt": components["headers"]["X-Receipt"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "change": "published",
                     *             "at": "2026-11-20T08:15:30.250Z",
                     *             "signal": {
                     *               "id": "4100029619",
                     *               "title": "€2.6 million for cross-border payments: Emberloom Finance wins over Teapot Angels and Brass Compass Partners",
                     *               "activityUrl": "https://emberloom-finance.example/news/4100029619",
                     *               "activityDate": "2026-11-12",
                     *               "publishedAt": "2026-11-12T04:40:51.248Z",
                     *               "category": "funding",
                     *               "country": "India",
                     *               "city": "Bengaluru",
                     *               "industries": [
                     *                 "Financial Services",
                     *                 "Fintech"
                     *               ],
                     *               "company": {
                     *                 "slug": "emberloom-finance",
                     *                 "name": "Emberloom Finance"
                     *               },
                     *               "funding": {
                     *                 "stage": "seed",
                     *                 "amount": 2600000,
                     *                 "currency": "EUR"
                     *               }
                     *             }
                     *           },
                     *           {
                     *             "change": "withdrawn",
                     *             "at": "2026-11-20T08:15:31.004Z",
                     *             "signal": {
                     *               "id": "41000296191"
                     *             }
                     *           }
                     *         ],
                     *         "nextCursor": "AwAAAAAAAB9BAAAAAAAAAAAAAAGaoV_2mgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                     *         "caughtUp": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChangesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    suggest: {
        parameters: {
            query: {
                /**
                 * What to suggest.
                 * @example company
                 */
                kind: "company" | "country" | "city" | "industry" | "category";
                /**
                 * What was typed: at least one word. Its words must be adjacent in the name, in this order, and the last may be incomplete.
                 * @example ember
                 */
                prefix: string;
                /**
                 * The most suggestions to return.
                 * @example 5
                 */
                limit?: number;
            };
            header?: {
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
                 * @example unavailable
                 */
                "X-Test-Outcome"?: components["parameters"]["TestOutcome"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The suggestions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Records-Consumed": components["headers"]["X-Records-Consumed"];
                    "X-Records-Remaining": components["headers"]["X-Records-Remaining"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "value": "emberloom-finance",
                     *             "label": "Emberloom Finance",
                     *             "count": 39
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SuggestionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    identifyCompany: {
        parameters: {
            query?: {
                /**
                 * A host, a URL, or an email address. If no company has its host, leading labels are dropped until one matches.
                 * @example https://jobs.emberloom-finance.example/open
                 */
                domain?: string;
                /**
                 * The full name of a company, ignoring case and accents. If no company has this name, legal forms such as Inc, Ltd, or GmbH are ignored on both sides.
                 * @example Emberloom Finance, Inc.
                 */
                name?: string;
            };
            header?: {
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
                 * @example unavailable
                 */
                "X-Test-Outcome"?: components["parameters"]["TestOutcome"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The companies. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Records-Consumed": components["headers"]["X-Records-Consumed"];
                    "X-Records-Remaining": components["headers"]["X-Records-Remaining"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "slug": "emberloom-finance",
                     *             "name": "Emberloom Finance",
                     *             "domain": "emberloom-finance.example",
                     *             "country": "India",
                     *             "city": "Bengaluru",
                     *             "matchedBy": "parent_domain"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["IdentifyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSavedSearches: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
                 * @example unavailable
                 */
                "X-Test-Outcome"?: components["parameters"]["TestOutcome"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The saved searches. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Records-Consumed": components["headers"]["X-Records-Consumed"];
                    "X-Records-Remaining": components["headers"]["X-Records-Remaining"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "id": "019ab3c0-5f2e-7c11-9d55-3f3f8a1b2c4d",
                     *             "name": "Funding in Germany",
                     *             "query": {
                     *               "q": "raises",
                     *               "country": "Germany"
                     *             },
                     *             "webhook": {
                     *               "url": "https://example.com/hooks/signals"
                     *             },
                     *             "maxRecordsPerDay": 500,
                     *             "state": "active",
                     *             "createdAt": "2026-11-23T08:15:00.000Z"
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SavedSearchList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSavedSearch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * Within 24 hours, the same request with the same key creates nothing and returns what the first created, with the secret until that is replaced; `idempotency_conflict` if it was deleted.
                 * @example saved-search-0001
                 */
                "Idempotency-Key"?: string;
                /**
                 * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
                 * @example unavailable
                 */
                "X-Test-Outcome"?: components["parameters"]["TestOutcome"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Funding in Germany",
                 *       "query": {
                 *         "q": "raises",
                 *         "country": "Germany"
                 *       },
                 *       "webhook": {
                 *         "url": "https://example.com/hooks/signals"
                 *       },
                 *       "maxRecordsPerDay": 500
                 *     }
                 */
                "application/json": components["schemas"]["SavedSearchInput"];
            };
        };
        responses: {
            /** The saved search. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Records-Consumed": components["headers"]["X-Records-Consumed"];
                    "X-Records-Remaining": components["headers"]["X-Records-Remaining"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019ab3c0-5f2e-7c11-9d55-3f3f8a1b2c4d",
                     *         "name": "Funding in Germany",
                     *         "query": {
                     *           "q": "raises",
                     *           "country": "Germany"
                     *         },
                     *         "webhook": {
                     *           "url": "https://example.com/hooks/signals",
                     *           "secret": "whsec_ZXhhbXBsZSBzZWNyZXQgb2YgMzIgYnl0ZXMsIG5vdCByZWFs"
                     *         },
                     *         "maxRecordsPerDay": 500,
                     *         "state": "active",
                     *         "createdAt": "2026-11-23T08:15:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SavedSearchResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSavedSearch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
                 * @example unavailable
                 */
                "X-Test-Outcome"?: components["parameters"]["TestOutcome"];
            };
            path: {
                /**
                 * The id of a saved search.
                 * @example 019ab3c0-5f2e-7c11-9d55-3f3f8a1b2c4d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The saved search. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Records-Consumed": components["headers"]["X-Records-Consumed"];
                    "X-Records-Remaining": components["headers"]["X-Records-Remaining"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019ab3c0-5f2e-7c11-9d55-3f3f8a1b2c4d",
                     *         "name": "Funding in Germany",
                     *         "query": {
                     *           "q": "raises",
                     *           "country": "Germany"
                     *         },
                     *         "webhook": {
                     *           "url": "https://example.com/hooks/signals"
                     *         },
                     *         "maxRecordsPerDay": 500,
                     *         "state": "active",
                     *         "createdAt": "2026-11-23T08:15:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SavedSearchResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSavedSearch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
                 * @example unavailable
                 */
                "X-Test-Outcome"?: components["parameters"]["TestOutcome"];
            };
            path: {
                /**
                 * The id of a saved search.
                 * @example 019ab3c0-5f2e-7c11-9d55-3f3f8a1b2c4d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSavedSearch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
                 * @example unavailable
                 */
                "X-Test-Outcome"?: components["parameters"]["TestOutcome"];
            };
            path: {
                /**
                 * The id of a saved search.
                 * @example 019ab3c0-5f2e-7c11-9d55-3f3f8a1b2c4d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Funding in Germany",
                 *       "query": {
                 *         "q": "raises",
                 *         "country": "Germany"
                 *       },
                 *       "webhook": {
                 *         "url": "https://example.com/hooks/signals"
                 *       },
                 *       "maxRecordsPerDay": 500
                 *     }
                 */
                "application/json": components["schemas"]["SavedSearchChange"];
            };
        };
        responses: {
            /** The saved search. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Records-Consumed": components["headers"]["X-Records-Consumed"];
                    "X-Records-Remaining": components["headers"]["X-Records-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019ab3c0-5f2e-7c11-9d55-3f3f8a1b2c4d",
                     *         "name": "Funding in Germany",
                     *         "query": {
                     *           "q": "raises",
                     *           "country": "Germany"
                     *         },
                     *         "webhook": {
                     *           "url": "https://example.com/hooks/signals",
                     *           "secret": "whsec_ZXhhbXBsZSBzZWNyZXQgb2YgMzIgYnl0ZXMsIG5vdCByZWFs"
                     *         },
                     *         "maxRecordsPerDay": 500,
                     *         "state": "active",
                     *         "createdAt": "2026-11-23T08:15:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SavedSearchResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSavedSearchChanges: {
        parameters: {
            query?: {
                /**
                 * Changes per response.
                 * @example 50
                 */
                limit?: number;
                /** The `nextCursor` of the previous response, with exactly the same filters; `limit`, `wait`, and `fields` may change. Valid for 30 days, for the account and interface it was given to. Cannot be combined with `since`. */
                cursor?: string;
                /**
                 * Starts with what was published, updated, or withdrawn at this time or later: ISO 8601 with a zone, or a date (midnight UTC), at most 30 days ago. With neither `cursor` nor `since` the feed starts now.
                 * @example 2026-11-20T08:00:00Z
                 */
                since?: string;
                /**
                 * Seconds to hold the response while there is no change.
                 * @example 30
                 */
                wait?: number;
                /**
                 * Returns only these fields of each signal and `id`, at the same price.
                 * @example [
                 *       "title",
                 *       "activityDate",
                 *       "company"
                 *     ]
                 */
                fields?: ("id" | "title" | "activityUrl" | "activityDate" | "publishedAt" | "category" | "country" | "city" | "industries" | "company" | "hiring" | "funding" | "similarity" | "matched")[];
            };
            header?: {
                /**
                 * Makes a request safe to repeat: the first success is stored and replayed byte for byte for 24 hours, free of charge, to the same key. A failed request frees the Idempotency-Key.
                 * @example nightly-2026-11-20-page-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * The most that this response may cost. One that costs more gets 402 `budget_reached`, and nothing is charged.
                 * @example 50
                 */
                "X-Max-Records"?: components["parameters"]["MaxRecords"];
                /**
                 * Your name for a budget that all keys and sessions of the account share. Requires `X-Budget-Records`.
                 * @example nightly-sync
                 */
                "X-Budget-Id"?: components["parameters"]["BudgetId"];
                /**
                 * The most records that may be charged under the budget's id in the last 30 days, including this response. A response beyond it gets 402 `budget_reached`, and nothing is charged; parallel requests count too. Each request is checked against its own number.
                 * @example 1000
                 */
                "X-Budget-Records"?: components["parameters"]["BudgetRecords"];
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
                 * @example unavailable
                 */
                "X-Test-Outcome"?: components["parameters"]["TestOutcome"];
            };
            path: {
                /**
                 * The id of a saved search.
                 * @example 019ab3c0-5f2e-7c11-9d55-3f3f8a1b2c4d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The next changes; empty when nothing happened. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Records-Consumed": components["headers"]["X-Records-Consumed"];
                    "X-Records-Remaining": components["headers"]["X-Records-Remaining"];
                    "X-Budget-Remaining": components["headers"]["X-Budget-Remaining"];
                    "X-Receipt": components["headers"]["X-Receipt"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "change": "published",
                     *             "at": "2026-11-20T08:15:30.250Z",
                     *             "signal": {
                     *               "id": "4100029619",
                     *               "title": "€2.6 million for cross-border payments: Emberloom Finance wins over Teapot Angels and Brass Compass Partners",
                     *               "activityUrl": "https://emberloom-finance.example/news/4100029619",
                     *               "activityDate": "2026-11-12",
                     *               "publishedAt": "2026-11-12T04:40:51.248Z",
                     *               "category": "funding",
                     *               "country": "India",
                     *               "city": "Bengaluru",
                     *               "industries": [
                     *                 "Financial Services",
                     *                 "Fintech"
                     *               ],
                     *               "company": {
                     *                 "slug": "emberloom-finance",
                     *                 "name": "Emberloom Finance"
                     *               },
                     *               "funding": {
                     *                 "stage": "seed",
                     *                 "amount": 2600000,
                     *                 "currency": "EUR"
                     *               }
                     *             }
                     *           },
                     *           {
                     *             "change": "withdrawn",
                     *             "at": "2026-11-20T08:15:31.004Z",
                     *             "signal": {
                     *               "id": "41000296191"
                     *             }
                     *           }
                     *         ],
                     *         "nextCursor": "AwAAAAAAAB9BAAAAAAAAAAAAAAGaoV_2mgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                     *         "caughtUp": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChangesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * Within 24 hours, the same request with the same key returns the same secret; `idempotency_conflict` for another saved search, or if the secret was replaced.
                 * @example rotation-0001
                 */
                "Idempotency-Key"?: string;
                /**
                 * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
                 * @example unavailable
                 */
                "X-Test-Outcome"?: components["parameters"]["TestOutcome"];
            };
            path: {
                /**
                 * The id of a saved search.
                 * @example 019ab3c0-5f2e-7c11-9d55-3f3f8a1b2c4d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** With the new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Records-Consumed": components["headers"]["X-Records-Consumed"];
                    "X-Records-Remaining": components["headers"]["X-Records-Remaining"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019ab3c0-5f2e-7c11-9d55-3f3f8a1b2c4d",
                     *         "name": "Funding in Germany",
                     *         "query": {
                     *           "q": "raises",
                     *           "country": "Germany"
                     *         },
                     *         "webhook": {
                     *           "url": "https://example.com/hooks/signals",
                     *           "secret": "whsec_ZXhhbXBsZSBzZWNyZXQgb2YgMzIgYnl0ZXMsIG5vdCByZWFs"
                     *         },
                     *         "maxRecordsPerDay": 500,
                     *         "state": "active",
                     *         "createdAt": "2026-11-23T08:15:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SavedSearchResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** Deliveries per page. */
                limit?: number;
                /** `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
                 * @example unavailable
                 */
                "X-Test-Outcome"?: components["parameters"]["TestOutcome"];
            };
            path: {
                /**
                 * The id of a saved search.
                 * @example 019ab3c0-5f2e-7c11-9d55-3f3f8a1b2c4d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Records-Consumed": components["headers"]["X-Records-Consumed"];
                    "X-Records-Remaining": components["headers"]["X-Records-Remaining"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "id": "019ab3c4-0a77-7a52-8d1f-5b0c2f3f6c21",
                     *             "at": "2026-11-23T08:20:04.120Z",
                     *             "items": 3,
                     *             "attempts": 1,
                     *             "state": "delivered",
                     *             "lastAttempt": {
                     *               "at": "2026-11-23T08:20:04.310Z",
                     *               "status": 204
                     *             }
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
                 * @example unavailable
                 */
                "X-Test-Outcome"?: components["parameters"]["TestOutcome"];
            };
            path: {
                /**
                 * The id of a saved search.
                 * @example 019ab3c0-5f2e-7c11-9d55-3f3f8a1b2c4d
                 */
                id: string;
                /**
                 * The id of a delivery, which is its `webhook-id`.
                 * @example 019ab3c0-5f2e-7c11-9d55-3f3f8a1b2c4d
                 */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Records-Consumed": components["headers"]["X-Records-Consumed"];
                    "X-Records-Remaining": components["headers"]["X-Records-Remaining"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019ab3c4-0a77-7a52-8d1f-5b0c2f3f6c21",
                     *         "at": "2026-11-23T08:20:04.120Z",
                     *         "items": 3,
                     *         "attempts": 1,
                     *         "state": "delivered",
                     *         "lastAttempt": {
                     *           "at": "2026-11-23T08:20:04.310Z",
                     *           "status": 204
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replayDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
                 * @example unavailable
                 */
                "X-Test-Outcome"?: components["parameters"]["TestOutcome"];
            };
            path: {
                /**
                 * The id of a saved search.
                 * @example 019ab3c0-5f2e-7c11-9d55-3f3f8a1b2c4d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-11-23T08:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        responses: {
            /** How many. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Records-Consumed": components["headers"]["X-Records-Consumed"];
                    "X-Records-Remaining": components["headers"]["X-Records-Remaining"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "deliveries": 12
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReplayResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendTestEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
                 * @example unavailable
                 */
                "X-Test-Outcome"?: components["parameters"]["TestOutcome"];
            };
            path: {
                /**
                 * The id of a saved search.
                 * @example 019ab3c0-5f2e-7c11-9d55-3f3f8a1b2c4d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Records-Consumed": components["headers"]["X-Records-Consumed"];
                    "X-Records-Remaining": components["headers"]["X-Records-Remaining"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019ab3c4-0a77-7a52-8d1f-5b0c2f3f6c21",
                     *         "at": "2026-11-23T08:20:04.120Z",
                     *         "items": 3,
                     *         "attempts": 1,
                     *         "state": "delivered",
                     *         "lastAttempt": {
                     *           "at": "2026-11-23T08:20:04.310Z",
                     *           "status": 204
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listReceipts: {
        parameters: {
            query?: {
                /**
                 * A UTC calendar month, `YYYY-MM`, that has begun.
                 * @example 2026-11
                 */
                month?: string;
                /** `nextCursor` of the previous page, in the same month. */
                cursor?: string;
            };
            header?: {
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
                 * @example unavailable
                 */
                "X-Test-Outcome"?: components["parameters"]["TestOutcome"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Receipts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Records-Consumed": components["headers"]["X-Records-Consumed"];
                    "X-Records-Remaining": components["headers"]["X-Records-Remaining"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "accountId": "acc_7Jq2mN4pXw",
                     *             "sequence": 1,
                     *             "eventId": "01936f0e-3c5b-7d1a-9f1e-2b8c5d7a9e10",
                     *             "at": "2026-11-20T09:30:00.123Z",
                     *             "operation": "searchSignals",
                     *             "mode": "keyword",
                     *             "records": 20,
                     *             "amountMicros": 0,
                     *             "requestId": "0d9c2a63-0b70-4a61-9c39-4f6e9d0b6a11",
                     *             "answerSha256": "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8",
                     *             "previous": "0000000000000000000000000000000000000000000000000000000000000000"
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReceiptsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getStatement: {
        parameters: {
            query: {
                /**
                 * A UTC calendar month, `YYYY-MM`, that has begun.
                 * @example 2026-11
                 */
                month: string;
            };
            header?: {
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * With a test key only: forces an outcome, before the parameters are checked. `insufficient_records`: the 402 response for an account with no records left; `rate_limited`: a 429 with `Retry-After`; `unavailable`: a 503 with `Retry-After`; `internal`: a 500; `slow`: the normal response after three seconds, with an `Idempotency-Key` in progress until then.
                 * @example unavailable
                 */
                "X-Test-Outcome"?: components["parameters"]["TestOutcome"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The statement. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Records-Consumed": components["headers"]["X-Records-Consumed"];
                    "X-Records-Remaining": components["headers"]["X-Records-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/jose": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` of your copy; while it is current, the response is 304 without a body.
                 * @example "1B2M2Y8AsgTpgAmY7PhCfg1B2M2"
                 */
                "If-None-Match"?: string;
                /**
                 * Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.
                 * @example crm-sync-000123
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** Your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            421: components["responses"]["MisdirectedRequest"];
            431: components["responses"]["HeaderFieldsTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
}
