-- The corpus, built for reads. What each table is for, and the invariants that hold between them, are in
-- packages/catalog/README.md. Every writer locks catalog.state first, so writers never deadlock and never interleave.

CREATE TABLE catalog.state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version bigint NOT NULL DEFAULT 0,
  next_ordinal integer NOT NULL DEFAULT 0,
  statistics_version bigint NOT NULL DEFAULT 0
);
INSERT INTO catalog.state DEFAULT VALUES;

CREATE TABLE catalog.company (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  name text NOT NULL,
  name_words text NOT NULL,
  domain text,
  description text,
  country text,
  city text,
  industries text[] NOT NULL DEFAULT '{}',
  employee_count bigint,
  content_hash uuid NOT NULL
);

-- The narrow, hot half of a signal: what filters and order need. lexemes holds every word, word pair and equality
-- filter of the signal as one boolean-searchable set (grammar: README.md, "Lexemes").
CREATE TABLE catalog.signal (
  -- up to 9999999999999999999, which is more than a bigint holds
  id numeric(19, 0) PRIMARY KEY CHECK (id > 0),
  published_at timestamptz NOT NULL,
  activity_date date NOT NULL,
  ordinal integer NOT NULL,
  company_id integer NOT NULL,
  pending boolean NOT NULL,
  funding_amount numeric,
  lexemes tsvector NOT NULL
);
ALTER TABLE catalog.signal ALTER COLUMN lexemes SET STORAGE MAIN;
-- Plans are chosen by the query compiler, never by the planner's guess about a set of lexemes; without statistics the
-- guess is the same small constant for every value, so a generic plan is as good as a custom one.
ALTER TABLE catalog.signal ALTER COLUMN lexemes SET STATISTICS 0;

CREATE INDEX signal_order ON catalog.signal (activity_date DESC, id DESC) WHERE NOT pending;
CREATE INDEX signal_due ON catalog.signal (published_at) WHERE pending;
CREATE INDEX signal_company ON catalog.signal (company_id);
-- The writer empties the pending list itself, in large sorted batches; the limit keeps inserts from doing it piecemeal.
CREATE INDEX signal_lexemes ON catalog.signal USING gin (lexemes)
  WITH (fastupdate = on, gin_pending_list_limit = 524288) WHERE NOT pending;

-- The cold half: read by primary key, for the rows that are returned.
CREATE TABLE catalog.signal_document (
  id numeric(19, 0) PRIMARY KEY,
  version bigint NOT NULL,
  content_hash uuid NOT NULL,
  inherited smallint NOT NULL,
  title_words text,
  document text NOT NULL
);
CREATE INDEX signal_document_version ON catalog.signal_document (version, id);

CREATE TABLE catalog.withdrawal (
  id numeric(19, 0) PRIMARY KEY,
  version bigint NOT NULL,
  withdrawn_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX withdrawal_version ON catalog.withdrawal (version, id);

CREATE TABLE catalog.identifier (
  kind text NOT NULL CHECK (kind IN ('category', 'hiring_type', 'hiring_function', 'hiring_seniority',
    'hiring_employment_type', 'hiring_work_arrangement', 'funding_stage', 'industry', 'country')),
  id text NOT NULL,
  label text NOT NULL,
  explicit boolean NOT NULL DEFAULT false,
  PRIMARY KEY (kind, id)
);

-- Bitmaps over signal.ordinal for lexemes that many signals hold: exact counts without touching the heap.
CREATE TABLE catalog.bitmap_lexeme (lexeme text COLLATE "C" PRIMARY KEY);
CREATE TABLE catalog.bitmap (
  lexeme text COLLATE "C" NOT NULL,
  chunk integer NOT NULL,
  bits bit(8192) NOT NULL,
  PRIMARY KEY (lexeme, chunk)
) WITH (fillfactor = 70);
ALTER TABLE catalog.bitmap ALTER COLUMN bits SET STORAGE PLAIN;

-- Bitmaps over company.id: the companies of which some signal holds (or once held) the lexeme. A superset.
CREATE TABLE catalog.company_bitmap (
  lexeme text COLLATE "C" NOT NULL,
  chunk integer NOT NULL,
  bits bit(8192) NOT NULL,
  PRIMARY KEY (lexeme, chunk)
) WITH (fillfactor = 70);
ALTER TABLE catalog.company_bitmap ALTER COLUMN bits SET STORAGE PLAIN;

-- Advisory figures for the choice of plans. Stale ones cost time, never correctness.
CREATE TABLE catalog.term (lexeme text COLLATE "C" PRIMARY KEY, share real NOT NULL);
CREATE TABLE catalog.day (activity_date date PRIMARY KEY, signals integer NOT NULL);
