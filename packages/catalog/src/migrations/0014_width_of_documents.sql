-- Loads join all signals with their documents. Without any statistics of documents the planner takes them for 32 bytes
-- and puts them into the hash table, which then spills them to disk. Of the least statistics only the width is of use.
ALTER TABLE catalog.signal_document ALTER COLUMN document SET STATISTICS 1;
